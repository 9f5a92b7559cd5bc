import TestSupport
import Testing

/// A story depends on the strategy that it is about, not on the others in the scenario.
@Suite struct StoryOfAStrategyTests {
  /// Positions are those of the provider's queue: messages over an own connection have none.
  @Test func theOrderOfStrategiesChangesNoStory() throws {
    let workspace = try Workspace()
    let world = """
      format: 1
      name: order
      seed: 3
      duration: 2d
      devices: 3
      replications: 1
      workload: {arrivals: {poisson: {rate: 40/d}}}
      app: {opens: {poisson: {rate: 6/d}}, visit: {constant: {value: 10m}}}
      strategies: [

      """
    try workspace.write("last.yml", world + "fire-and-forget, socket: {on: gap-recovery}]\n")
    try workspace.write("first.yml", world + "socket: {on: gap-recovery}, fire-and-forget]\n")
    let stories = try ["last.yml", "first.yml"].map {
      let ending = try workspace.tool.run("explain", $0, "--strategy", "socket", "--device", "0")
      expect(ending.code == 0, "\(ending.messages)")
      return ending.output
    }
    expect(stories[0], equals: stories[1])
    expect(stories[0].contains("created\n") && stories[0].contains("own connection"))
  }
}
