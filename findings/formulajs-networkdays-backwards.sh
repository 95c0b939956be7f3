#!/usr/bin/env bash
# @formulajs/formulajs 4.6.1: NETWORKDAYS with the later date first counts wrong, although its description allows any order. December 2026
# has 23 working days; asked backwards, as for the days by which something is early, it has -29, where Excel gives -23. Two working days in a
# row give 0. A rule that pays or warns by working days before a date goes by a number that is near to calendar days.
# Seen with Node 20.20, Excel in brackets:
#   NETWORKDAYS(2026-12-01, 2026-12-31)  23 [23]
#   NETWORKDAYS(2026-12-31, 2026-12-01)  -29 [-23]
#   NETWORKDAYS(2026-12-04, 2026-11-30)  -3 [-5]
#   NETWORKDAYS(2026-12-01, 2026-11-30)  0 [-2]
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund @formulajs/formulajs@4.6.1 >/dev/null 2>&1
cat > run.mjs <<'JS'
import { NETWORKDAYS } from '@formulajs/formulajs'
const cases = [['2026-12-01', '2026-12-31', 23, 23], ['2026-12-31', '2026-12-01', -29, -23], ['2026-12-04', '2026-11-30', -3, -5],
  ['2026-12-01', '2026-11-30', 0, -2]]
for (const [from, to, stated, excel] of cases) {
  const seen = NETWORKDAYS(from, to)
  console.log(`NETWORKDAYS(${from}, ${to})  ${seen} [${excel}]`)
  if (seen === stated) continue
  console.error(`changed: was ${stated}`)
  process.exitCode = 1
}
JS
node run.mjs
