#!/usr/bin/env bash
# fast-formula-parser 1.0.19 drops the second argument of TRUNC without an error: TRUNC(128.57, 2) is 128, where Excel keeps two places. A
# formula of a form that cuts an amount of tax to fen loses all of its fen, and a negative number of places is lost alike. ROUNDDOWN, the
# same for positive amounts, is right.
# Seen with Node 20.20, Excel in brackets:
#   TRUNC(128.57,2)     128 [128.57]
#   TRUNC(1285.7,-2)    1285 [1200]
#   ROUNDDOWN(128.57,2) 128.57 [128.57]
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund fast-formula-parser@1.0.19 >/dev/null 2>&1
cat > run.mjs <<'JS'
import FormulaParser from 'fast-formula-parser'
const cases = [['TRUNC(128.57,2)', 128, 128.57], ['TRUNC(1285.7,-2)', 1285, 1200], ['ROUNDDOWN(128.57,2)', 128.57, 128.57]]
const parser = new FormulaParser()
for (const [formula, stated, excel] of cases) {
  const seen = parser.parse(formula, { sheet: 'Sheet1', row: 1, col: 1 })
  console.log(`${formula.padEnd(19)} ${seen} [${excel}]`)
  if (seen === stated) continue
  console.error(`changed: was ${stated}`)
  process.exitCode = 1
}
JS
node run.mjs
