import Models

/// A swim lane: who has a part in a message's story, in the order of its way.
enum StoryLane: String, CaseIterable {
  case provider, service, phone, `extension`, centre, user

  /// The name for people.
  var title: String {
    switch self {
    case .provider: "Provider"
    case .service: "Push service"
    case .phone: "Phone"
    case .extension: "Extension"
    case .centre: "Notification centre"
    case .user: "User"
    }
  }
}

extension StoryRecord.Station {
  /// Outages lie in the lane of what is out of order; alone, they are the phone's.
  var lane: StoryLane {
    switch self {
    case .provider: .provider
    case .service, .store: .service
    case .outages, .network, .device, .app: .phone
    case .serviceExtension: .extension
    case .centre: .centre
    case .user: .user
    }
  }
}

extension TraceSlice {
  var lane: StoryLane {
    switch part {
    case .intake, .intakeBurst: .provider
    case .link, .linkBurst: .service
    case .region, nil: station.lane
    }
  }
}
