#!/usr/bin/env bash
# feelin 8.2.0: `years and months duration` keeps the days that are over, so that its result is no duration of years and months. DMN 1.5,
# 10.3.4.1, gives P1Y8M for the first line. Comparisons go wrong by it: a year and four weeks of service are no longer within P1Y, and are
# at once equal to P1Y and longer than it. A rule of seniority, notice or probation decides otherwise than the same table elsewhere.
# Seen with Node 20.20, expected in brackets:
#   string(years and months duration(@"2011-12-22", @"2013-08-24"))        P1Y8M2D [P1Y8M]
#   years and months duration(@"2025-11-01", @"2026-11-29") = @"P1Y"       true [true]
#   years and months duration(@"2025-11-01", @"2026-11-29") > @"P1Y"       true [false]
#   years and months duration(@"2025-11-01", @"2026-11-29") <= @"P1Y"      false [true]
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund feelin@8.2.0 >/dev/null 2>&1
cat > run.mjs <<'JS'
import { evaluate } from 'feelin'
const served = 'years and months duration(@"2025-11-01", @"2026-11-29")'
const cases = [
  ['string(years and months duration(@"2011-12-22", @"2013-08-24"))', 'P1Y8M2D', 'P1Y8M'],
  [`${served} = @"P1Y"`, true, true],
  [`${served} > @"P1Y"`, true, false],
  [`${served} <= @"P1Y"`, false, true],
]
for (const [expression, stated, expected] of cases) {
  const { value } = evaluate(expression)
  console.log(`${expression.padEnd(70)} ${value} [${expected}]`)
  if (value === stated) continue
  console.error(`changed: was ${stated}`)
  process.exitCode = 1
}
JS
node run.mjs
