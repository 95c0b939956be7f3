import { holds } from '../testing-truth-table.ts'

const rows = [
  { from: '2026-11-01', to: '2026-11-05' },
  { from: '2026-11-05', to: '2026-11-08' },
  { from: '2026-11-07', to: '2026-11-09' },
]

const parameters: Readonly<Record<string, string>> = { days: '5.5/5.5', side: 'within/over' }

const context = {
  rows,
  apart: rows.slice(0, 2),
  enclosed: [{ from: 1, to: 100 }, { from: 5, to: 6 }, { from: 50, to: 60 }],
  halves: [{ from: '2026-11-01', to: null }, { from: '2026-11-01' }, null],
}

holds('functions the product adds', [
  ['days(@"2026-11-01", @"2026-11-03")', 3],
  ['days(@"2026-11-01", @"2026-11-01")', 1],
  ['days(@"2026-11-02", @"2026-11-01")', 0],
  ['days(@"2026-11-05", @"2026-11-01")', -3],
  ['days(@"2026-11-01T23:00:00", @"2026-11-02T01:00:00")', 2],
  ['days(@"2024-02-28", @"2024-03-01")', 3],
  ['days("2026-11-01", "2026-11-03")', 3],
  ['days("2026-11-01 09:00:00", @"2026-11-03")', 3],
  ['days(null, @"2026-11-03")', null],
  ['days("soon", @"2026-11-03")', null],
  ['max(0, days(@"2026-01-01", @"2026-03-10") - 1 - 60)', 8],
  ['minutes(@"2026-11-01T10:00:00", @"2026-11-01T11:30:59")', 90],
  ['minutes(@"2026-11-01T11:00:00", @"2026-11-01T10:00:00")', -60],
  ['minutes("2026-11-01 10:00:00", "2026-11-02 10:00:00")', 1440],
  ['minutes(@"2026-11-01", @"2026-11-01T01:00:00")', 60],
  ['minutes(null, null)', null],
  ['monthOf(@"2026-01-31")', '202601'],
  ['monthOf("2026-11-20 10:00:00")', '202611'],
  ['monthOf(today())', '202611'],
  ['monthOf(null)', null],
  ['rmb(100, 7.12345)', 712.35],
  ['rmb(0.5, 0.01)', 0.01],
  ['rmb(-0.5, 0.01)', -0.01],
  ['rmb(null, 7)', null],
  ['rmb(1, null)', null],
  ['overlap(rows, "from", "to")', true],
  ['overlap(apart, "from", "to")', false],
  ['overlap(enclosed, "from", "to")', true],
  ['overlap(enclosed[from > 1], "from", "to")', false],
  ['overlap(halves, "from", "to")', false],
  ['overlap([], "from", "to")', false],
  ['luhn("4111 1111 1111 1111")', true],
  ['luhn("4111111111111112")', false],
  ['luhn("4111-1111-1111-1111")', false],
  ['luhn("00000000000")', false],
  ['luhn("000000000000")', true],
  ['luhn("00000000000000000000")', false],
  ['luhn("")', false],
  ['luhn(null)', null],
  ['not luhn("4111111111111112")', true],
  ['len("中文ab😀")', 5],
  ['len(null)', null],
  ['dict("kind", "1")', 'kind:1'],
  ['dict("kind", "9")', null],
  ['dict("kind", null)', null],
  ['parameter("rule", "days") + 1', 6.5],
  ['parameter("rule", "side")', 'within'],
  ['parameter("rule", "9")', null],
  ['parameter("rule", null)', null],
], context, { today: '2026-11-20', dict: (key, value) => (value === '9' ? null : (parameters[value] ?? `${key}:${value}`)) })

holds('without dictionaries', [['dict("kind", "1")', null]])
