"""Mechanisms that the simulator has laws for.

Each function takes its random numbers, a number of devices and one of days, and returns the devices.
"""

from devices import (DAY, HOUR, MINUTE, SECOND, Device, absences, by_hours, exponential, geometric,
                     lognormal, poisson, weibull)


def constant_hazards(rng, devices, days):
    """Devices leave and return at constant rates, and messages come at any moment alike."""
    return [Device(poisson(rng, 0, days * DAY, 15),
                   absences(days * DAY, lambda: exponential(rng, 4 * HOUR),
                            lambda: exponential(rng, 40 * MINUTE)))
            for _ in range(devices)]


def lognormal_absences(rng, devices, days):
    """Most absences last a quarter of an hour, and some last hours: a lognormal law of sigma 1."""
    return [Device(poisson(rng, 0, days * DAY, 20),
                   absences(days * DAY, lambda: exponential(rng, 3 * HOUR),
                            lambda: lognormal(rng, 1000 * SECOND, 1)))
            for _ in range(devices)]


def weibull_absences(rng, devices, days):
    """The longer a device is away, the longer it will still be: a Weibull law of shape 0.6."""
    return [Device(poisson(rng, 0, days * DAY, 20),
                   absences(days * DAY, lambda: exponential(rng, 6 * HOUR),
                            lambda: weibull(rng, 20 * MINUTE, 0.6)))
            for _ in range(devices)]


def bursts(rng, devices, days):
    """Messages come in bursts of four on average, a minute apart, whether a device is there or not."""
    def messages():
        found, time = [], -DAY
        while time < days * DAY:
            time += lognormal(rng, 3 * HOUR, 1)
            for number in range(geometric(rng, 4)):
                time += exponential(rng, MINUTE) if number else 0
                found.append(int(time))
        return [time for time in found if 0 <= time < days * DAY]
    return [Device(messages(),
                   absences(days * DAY, lambda: exponential(rng, 5 * HOUR),
                            lambda: exponential(rng, 20 * MINUTE)))
            for _ in range(devices)]


def devices_that_differ(rng, devices, days):
    """Some devices get many messages, and others leave often: both paces have gamma laws."""
    found = []
    for _ in range(devices):
        rate, pace = rng.gammavariate(1.5, 10), rng.gammavariate(2, 0.5)
        found.append(Device(poisson(rng, 0, days * DAY, max(rate, 0.2)),
                            absences(days * DAY, lambda: exponential(rng, 6 * HOUR / pace),
                                     lambda: exponential(rng, 30 * MINUTE))))
    return found


# Few messages at night, most of them in the evening.
DAYTIME = [1, 0.5, 0.2, 0.2, 0.2, 0.5, 2, 4, 6, 6, 6, 7, 8, 7, 6, 6, 7, 8, 9, 10, 10, 8, 5, 2]


def hours_of_the_day(rng, devices, days):
    """Messages come by day, and devices leave and return at any hour alike."""
    return [Device(by_hours(rng, days, 20, DAYTIME),
                   absences(days * DAY, lambda: exponential(rng, 4 * HOUR),
                            lambda: exponential(rng, 30 * MINUTE)))
            for _ in range(devices)]


ALL = [constant_hazards, lognormal_absences, weibull_absences, bursts, devices_that_differ,
       hours_of_the_day]
