"""Mutants of what is read from files and written to them, each with the test that must fail."""

from mutant import SOURCES, Mutant


FILES_MUTANTS = [
    # Quantities
    Mutant(
        "ConfigurationTests/readsDurations", SOURCES / "Units.swift",
        "(fraction + fractionUnit / 2) / fractionUnit", "fraction / fractionUnit",
        "a duration is cut off to microseconds"),
    Mutant(
        "ConfigurationTests/refusesDurations", SOURCES / "Units.swift",
        "part.unit < unit, part.isWhole", "part.unit <= unit, part.isWhole",
        "a duration may have the same unit twice"),
    Mutant(
        "ConfigurationTests/printsQuantities", SOURCES / "Units.swift",
        "return events / unit.seconds", "return events * unit.seconds",
        "a rate is multiplied by its unit"),
    Mutant(
        "ConfigurationTests/printsQuantities", SOURCES / "Units.swift",
        'number("\\(percent)e-2")', "number(percent).map { $0 / 100 }",
        "a percentage is rounded twice"),
    # Numbers and moments of tables
    Mutant(
        "TableReaderTests/readsEveryDecimalNumber", SOURCES / "DecimalNumber.swift",
        "scanDigits(scale: -1)", "scanDigits(scale: 0)",
        "a decimal point counts for nothing"),
    Mutant(
        "TableReaderTests/readsEveryDecimalNumber", SOURCES / "DecimalNumber.swift",
        "isMinus ? -value : value", "isMinus ? value : -value",
        "an exponent has the other sign"),
    Mutant(
        "LogReadingTests/dateTimesAreThoseOfFoundation", SOURCES / "MomentScanner.swift",
        "* (isWest ? -1 : 1)", "* (isWest ? 1 : -1)",
        "zones lie on the other side of Greenwich"),
    Mutant(
        "LogReadingTests/dateTimesAreThoseOfFoundation", SOURCES / "DateTime.swift",
        "yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100", "yearOfEra * 365 + yearOfEra / 4",
        "every fourth year is a leap year"),
    Mutant(
        "LogReadingTests/whatIsNoDateTimeIsNone", SOURCES / "DateTime.swift",
        "year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)", "year % 4 == 0",
        "February 1900 has 29 days"),
    Mutant(
        "TableReaderTests/readsColumnsByName", SOURCES / "Table.swift",
        "if steps[middle].row <= row {", "if steps[middle].row < row {",
        "a row behind a quoted line break has the line before its own"),
    # Writing
    Mutant(
        "TableReaderTests/writtenNumbersReadBack", SOURCES / "CSVWriter.swift",
        "if byte == Self.quote { bytes.append(Self.quote) }", "",
        "quotes in a CSV are not doubled"),
    Mutant(
        "TableReaderTests/writesPlainRows", SOURCES / "CSVWriter.swift",
        'if text.utf8.allSatisfy(Self.isOfInteger) { bytes += ".0".utf8 }', "",
        "a whole Double in a CSV looks like an integer"),
    Mutant(
        "ConfigurationTests/textsThatLookLikeValuesAreQuoted", SOURCES / "ConfigNode+Rendering.swift",
        "return !isMarkup && !looksTyped(text)", "return !isMarkup",
        "a text that looks like a value is written without quotes"),
    Mutant(
        "ConfigurationTests/jsonKeepsTypesAndOrder", SOURCES / "ConfigNode+Rendering.swift",
        "return !digits.isEmpty && !hasBareDot", "return !hasBareDot",
        "a JSON number may begin with its point"),
    Mutant(
        "RareTextTests/values", SOURCES / "HumanText.swift",
        "?? perMillion(share)", '?? fixed(share * 100, 3) + " %"',
        "a share above 0 reads as 0 percent"),
    Mutant(
        "RareTextTests/shares", SOURCES / "HumanText.swift",
        "millionths(isNearOne ? 1 - share : share)", "millionths(share)",
        "of a share near 1 all is told per million"),
    Mutant(
        "HumanTextTests/spans", SOURCES / "HumanText.swift",
        "units.first { seconds >= $0.0 }", "units.first { seconds > $0.0 }",
        "a minute is 60 seconds"),
    # Names and hashes
    Mutant(
        "ConfigurationTests/suggestsTheNearestName", SOURCES / "NearestName.swift",
        "-sharedStart(name, candidate)", "sharedStart(name, candidate)",
        "of equally near names the one that begins otherwise is suggested"),
    Mutant(
        "SHA256Tests/publishedVectors", SOURCES / "SHA256.swift",
        "let bitCount = byteCount * 8", "let bitCount = byteCount",
        "a hash ends with the number of bytes"),
    Mutant(
        "SHA256Tests/aMillionLettersInUnevenPieces", SOURCES / "SHA256.swift",
        "      rest.removeAll(keepingCapacity: true)\n", "",
        "a hash takes the rest of a piece twice"),
]
