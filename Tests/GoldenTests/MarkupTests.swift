import Files
import TestSupport
import Testing

/// No text gets out of the element that it is written into.
@Suite struct MarkupTests {
  private static let evil = "</script><!--<script>alert(1)</script> & \"'"

  @Test func textIsNoMarkup() {
    expect(
      Markup.encoded(Self.evil),
      equals: "&lt;/script&gt;&lt;!--&lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;&apos;")
  }

  @Test func jsonStaysInItsElementAndSaysTheSame() throws {
    let node = ConfigNode.map([("<key>", .list([.text(Self.evil), .null]))])
    let json = node.jsonOfScript()
    expect(!json.contains("<"), "\(json)")
    let read = try ConfigNode.parse(yaml: json, file: "page")
    expect(read.jsonLine(), equals: node.jsonLine())
  }
}
