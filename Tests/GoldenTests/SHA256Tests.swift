import Files
import TestSupport
import Testing

/// Expected values: NIST CSRC "Examples with Intermediate Values" for SHA-256 (FIPS 180-4), and the
/// empty message of the NIST CAVP short message test.
@Suite struct SHA256Tests {
  private static let vectors = [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
  ]

  @Test(arguments: vectors)
  func publishedVectors(message: String, expected: String) {
    expect(SHA256.hex(of: Array(message.utf8)), equals: expected)
  }

  /// The same bits as above, by hand in base 64 (RFC 4648).
  @Test func inBase64() {
    expect(
      SHA256.base64(of: Array("abc".utf8)), equals: "ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=")
  }

  @Test func aMillionLettersInUnevenPieces() {
    var hash = SHA256()
    var rest = 1_000_000
    for length in [1, 63, 64, 65, 127, 1000] {
      hash.update([UInt8](repeating: UInt8(ascii: "a"), count: length))
      rest -= length
    }
    hash.update([UInt8](repeating: UInt8(ascii: "a"), count: rest))
    expect(
      hash.finalize(), equals: "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
  }
}
