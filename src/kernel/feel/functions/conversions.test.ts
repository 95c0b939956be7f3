import { holds } from '../testing-truth-table.ts'

holds('number', [
  ['number("1.5")', 1.5],
  ['number("-1e3")', -1000],
  ['number("1,5")', null],
  ['number("")', null],
  ['number(" 1")', null],
  ['number("1 000,5", " ", ",")', 1000.5],
  ['number("1.000.000,01", ".", ",")', 1000000.01],
  ['number("1,000", ",", null)', 1000],
  ['number("1,000", ",", ",")', null],
  ['number("1,000", ":", ".")', null],
  ['number(from: "1,5", grouping separator: null, decimal separator: ",")', 1.5],
  ['number("abc")', null],
  ['number("NaN")', null],
  ['number("Infinity")', null],
  ['number("0x10")', null],
  ['number("12345678901234567890.5")', '12345678901234567890.5'],
])

holds('string', [
  ['string(1.10)', '1.1'],
  ['string(1e3)', '1000'],
  ['string(0.00001)', '0.00001'],
  ['string(-0)', '0'],
  ['string("a")', 'a'],
  ['string(true)', 'true'],
  ['string(null)', null],
  ['string([1, "a", null, [true]])', '[1, "a", null, [true]]'],
  ['string({a: 1, "b c": "x\\"y"})', '{a: 1, b c: "x\\"y"}'],
  ['string(@"2026-11-20")', '2026-11-20'],
  ['string([@"2026-11-20"])', '[@"2026-11-20"]'],
  ['string(@"P1DT2H")', 'P1DT2H'],
  ['string([1..5])', '[1..5]'],
  ['string(]1..5[)', '(1..5)'],
  ['string(> 5)', '> 5'],
  ['range(string(["a".."c"])) = ["a".."c"]', true],
])

holds('range', [
  ['range("[1..3]")', '[1..3]'],
  ['range("]1..3[")', '(1..3)'],
  ['range(" [ 1 .. 3 ] ") = [1..3]', true],
  ['range("[date(\\"2026-01-01\\")..@\\"2026-12-31\\"]") = [@"2026-01-01"..@"2026-12-31"]', true],
  ['range("[3..1]")', null],
  ['range("[1..]")', null],
  ['range("[1..\\"b\\"]")', null],
  ['range(">= 10")', null],
  ['range([1..3])', null],
])
