"""The places of the checkout and its tool."""

import os
import shutil
import unittest
from pathlib import Path

import psutil

ROOT = Path(__file__).resolve().parents[2]
RESULTS = ROOT / "results"


def find():
    """The tool that is built, or None."""
    named = os.environ.get("DELIVERYSIM"), str(ROOT / ".build/release/deliverysim"), "deliverysim"
    return next((found for found in map(shutil.which, filter(None, named)) if found), None)


TOOL = find()
needs_tool = unittest.skipUnless(TOOL, "deliverysim is not built: make build, or set DELIVERYSIM")

SCENARIO = """
format: 1
name: my
seed: 1
duration: 14d
drain: 1d
devices: 20
replications: 4
workload: {arrivals: {poisson: {rate: 20/d}}}
push_service: {latency: {lognormal: {mean: 1.07s, cv: 0.6}}}
network:
  online: {exponential: {mean: 4h}}
  offline: {weibull: {scale: 20m, shape: 0.6}}
strategies: [fire-and-forget, gap-recovery]
"""


def children(process):
    """The numbers of a process's children."""
    return [one.pid for one in psutil.Process(process).children()]


def is_alive(process):
    """Whether it has not ended, nor only waits to be reaped."""
    try:
        return psutil.Process(process).status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False
