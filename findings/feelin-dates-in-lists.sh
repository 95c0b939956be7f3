#!/usr/bin/env bash
# feelin 8.2.0: `list contains` and `index of` never find a date, a time or a duration, without a warning: they compare by identity, and
# each literal is a value of its own. `=` and `in` find it, and DMN 1.5, 10.3.4.4, makes no difference by type. A rule that asks a list of
# holidays takes every holiday for a working day: allowances are paid, due dates fall on it.
# Seen with Node 20.20, expected in brackets:
#   list contains(holidays, day)               false [true]
#   index of(holidays, day)                    [] [[2]]
#   day in holidays                            true [true]
#   list contains(["10-01", "10-02"], "10-02") true [true]
#   warnings: 0
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund feelin@8.2.0 >/dev/null 2>&1
cat > run.mjs <<'JS'
import { evaluate } from 'feelin'
const holidays = '[date("2026-10-01"), date("2026-10-02")]'
const day = 'date("2026-10-02")'
const cases = [
  ['list contains(holidays, day)', false, true],
  ['index of(holidays, day)', [], [2]],
  ['day in holidays', true, true],
  ['list contains(["10-01", "10-02"], "10-02")', true, true],
]
let warned = 0
for (const [expression, stated, expected] of cases) {
  const { value, warnings } = evaluate(expression.replace(/\bholidays\b/, holidays).replace(/\bday\b/, day))
  warned += warnings.length
  console.log(`${expression.padEnd(42)} ${JSON.stringify(value)} [${JSON.stringify(expected)}]`)
  if (JSON.stringify(value) === JSON.stringify(stated)) continue
  console.error(`changed: was ${JSON.stringify(stated)}`)
  process.exitCode = 1
}
console.log(`warnings: ${warned}`)
if (warned > 0) process.exitCode = 1
JS
node run.mjs
