import DeliverySim
import Foundation
package import Models

/// The averages that a device meets, known before any run: from the laws, or from the recordings.
package struct WorldFigures: Equatable {
  /// Created for it in a day of the counted time, wanted or not.
  package let messagesPerDay: Double
  /// Its own; nil: it has none.
  package let absences: AbsenceFigures?
  /// Those of its region; nil: there are none.
  package let regions: AbsenceFigures?
  /// Nil: it is never switched off.
  package let nights: NightFigures?
  /// The share of sends that the hop to the provider loses, and the one to the push service.
  package let intakeLoss: Double
  package let linkLoss: Double

  /// The figures of one population.
  package init(_ setup: DeviceSetup, in world: World, _ known: inout KnownSpans) {
    let workload = setup.workload
    let created =
      workload.expectedMessages(until: world.duration)
      - workload.expectedMessages(until: world.warmup)
    let messagesPerDay = created / world.countedDays
    self.messagesPerDay = messagesPerDay
    absences = AbsenceFigures(setup, world.warmup..<world.duration, messagesPerDay, &known)
    regions = world.regions.map { AbsenceFigures($0.onOff, messagesPerDay, &known) }
    nights = setup.nights.map { NightFigures($0) }
    let provider = setup.provider
    (intakeLoss, linkLoss) = (provider.intake.loss.value, provider.link.lossInTheEnd)
  }

  /// The share of time that it is offline for any reason; nil: not known before a run.
  package var offline: Double? {
    guard let own = absences.map(\.offline) ?? 0 else { return nil }
    let night = nights?.offline ?? 0
    return 1 - (1 - own) * (1 - (regions?.offline ?? 0)) * (1 - night)
  }

  /// It may be offline for more than one reason.
  package var hasSeveralReasons: Bool {
    [absences != nil, regions != nil, nights != nil].count { $0 } > 1
  }
}

/// Devices that are switched off every night.
package struct NightFigures: Equatable {
  /// The share of the devices.
  package let share: Double
  /// The time that they are off [s].
  package let length: Double

  init(_ nights: Nights) { (share, length) = (nights.share.value, nights.length.seconds) }

  /// The share of time that a device is off, on average over all of them.
  package var offline: Double { share * length / 86_400 }
}

extension Hop {
  /// Who waits for answers sends again what is lost (R2.11).
  fileprivate var lossInTheEnd: Double {
    ackLoss == nil ? loss.value : pow(loss.value, Double(1 + (retry?.attempts ?? 0)))
  }
}
