import DeliverySim

/// A property of a device for the whole replication. It is drawn so that the devices of a
/// replication are spread evenly
/// ([statistics](docs/explanation/statistics.md#devices-are-spread-evenly)).
package enum DeviceTrait: CaseIterable {
  case group, rate, badgeUpdateRate, readReceiptRate, otherServiceRate
  case settings, presentation, extensionAbsent
  case openingRate, killer, backgroundRefresh, pickupRate
  case homeScreen, permission, lowPower, switchedOffAtNight, networkPace
  case patience, trust
  case appStopped
}

extension DeviceTrait {
  /// The address of the replication's draw.
  fileprivate var address: (id: StreamID, index: UInt32) {
    switch self {
    case .group: (StreamID(WorldStream.group), 0)
    case .rate: (StreamID(WorkloadStream.rate), 0)
    case .badgeUpdateRate: (StreamID(WorkloadStream.otherRate), 0)
    case .readReceiptRate: (StreamID(WorkloadStream.otherRate), 1)
    case .otherServiceRate: (StreamID(WorkloadStream.otherRate), 2)
    case .settings: (StreamID(PhoneStream.settings), 0)
    case .presentation: (StreamID(PhoneStream.presentation), 0)
    case .extensionAbsent: (StreamID(ExtensionStream.absent), 0)
    case .openingRate: (StreamID(AppStream.openingRate), 0)
    case .killer: (StreamID(AppStream.killer), 0)
    case .backgroundRefresh: (StreamID(AppStream.backgroundRefresh), 0)
    case .pickupRate: (StreamID(UserStream.pickupRate), 0)
    case .homeScreen: (StreamID(PushServiceStream.optIn), 0)
    case .permission: (StreamID(PushServiceStream.optIn), 1)
    case .lowPower: (StreamID(ConnectivityStream.lowPower), 0)
    case .switchedOffAtNight: (StreamID(ConnectivityStream.switchedOffAtNight), 0)
    case .networkPace: (StreamID(ConnectivityStream.devicePace), 0)
    case .patience: (StreamID(ReactionStream.endurance), 0)
    case .trust: (StreamID(ReactionStream.endurance), 1)
    case .appStopped: (StreamID(AndroidStream.appStopped), 0)
    }
  }

  /// The fractional part of a prime's square root, times 2^64, the last bit set.
  ///
  /// The primes are some of those below 60,000 of which the multiples up to the 16th lie evenly, so
  /// that the devices of one region or provider shard do, too. No two of them are related:
  /// h·α + k·β is far from a whole number for small h and k, above all between the first eight. The
  /// tests have the bounds.
  package var step: UInt64 {
    switch self {
    case .group: 0xacfc_33c4_2c86_55ad  // 941
    case .rate: 0x211a_aed9_0f25_056b  // 7247
    case .settings: 0x25b0_8400_2712_c7a5  // 12577
    case .presentation: 0x7d5a_eada_5f83_af93  // 3659
    case .extensionAbsent: 0x1ace_412a_2a0d_6caf  // 11047
    case .openingRate: 0x3cb9_a455_0a53_941b  // 19387
    case .lowPower: 0xcdf3_4e80_3fd4_87d1  // 317
    case .switchedOffAtNight: 0xf152_791e_aca8_fdb3  // 24631
    case .networkPace: 0xb046_3e85_4fb4_dd03  // 35227
    case .killer: 0x2903_59d2_41e1_2d65  // 17203
    case .backgroundRefresh: 0x2361_6468_b236_970b  // 47149
    case .pickupRate: 0x85a0_a7b2_d93d_4d99  // 59791
    case .homeScreen: 0x6bf2_28f4_de74_1f77  // 39769
    case .permission: 0xe130_66ac_f5a1_271b  // 17657
    case .badgeUpdateRate: 0x0415_b2cf_c24a_d1fd  // 8839
    case .readReceiptRate: 0xf9a3_a697_730d_8853  // 25913
    case .patience: 0x6785_6563_1b3d_634d  // 751
    case .trust: 0x2eca_7195_b665_80b7  // 911
    case .otherServiceRate: 0x751e_d204_b641_b3d3  // 51283
    case .appStopped: 0x4a8b_2fb7_65c1_ea73  // 30727
    }
  }
}

extension RandomSource {
  /// A device's place among all devices in what the trait is about, uniform between 0 and 1.
  package func uniform(_ trait: DeviceTrait, device: Int) -> Double {
    Draws.uniform(word: word(trait, device: device))
  }

  /// Whether a device belongs to a share of them; one number decides, so that a larger share keeps
  /// those that were in it.
  func happens(_ trait: DeviceTrait, _ share: Probability, device: Int) -> Bool {
    share.value > 0 && (share.value >= 1 || uniform(trait, device: device) < share.value)
  }

  /// A device's variate of a law.
  func sample(_ trait: DeviceTrait, _ law: Distribution, device: Int) -> Double {
    law.sample(word: word(trait, device: device))
  }

  /// Uniform, as all bits of it are.
  func word(_ trait: DeviceTrait, device: Int) -> UInt64 {
    let (id, index) = trait.address
    return evenWord(purpose: id.code, index: index, step: trait.step, device: device)
  }
}
