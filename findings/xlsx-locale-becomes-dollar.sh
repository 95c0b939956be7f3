#!/usr/bin/env bash
# @e965/xlsx 0.20.3 (SheetJS) shows amounts of a Chinese workbook in dollars. A number whose format names a locale without a currency, such
# as Excel's own format of amounts in Chinese capitals, gets a dollar sign in its text `w` and in CSV. In `[$text-locale]` the text before
# the hyphen is the currency (ECMA-376 part 1, 18.8.31); it is empty here. A currency that is named comes out right. Whoever reads the
# texts, to keep what the author saw, takes yuan for dollars.
# Seen with Node 20.20:
#   [DBNum2][$-804]General  $8600.5
#   [$-804]#,##0.00         $8,600.50
#   [$¥-804]#,##0.00        ¥8,600.50
#   #,##0.00                8,600.50
#   CSV: $8600.5,"$8,600.50","¥8,600.50","8,600.50"
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund @e965/xlsx@0.20.3 >/dev/null 2>&1
cat > run.mjs <<'JS'
import { read, utils, write } from '@e965/xlsx'
const cases = [['[DBNum2][$-804]General', '$8600.5'], ['[$-804]#,##0.00', '$8,600.50'], ['[$¥-804]#,##0.00', '¥8,600.50'],
  ['#,##0.00', '8,600.50']]
const sheet = utils.aoa_to_sheet([cases.map(([z]) => ({ t: 'n', v: 8600.5, z }))])
const file = write({ SheetNames: ['Claims'], Sheets: { Claims: sheet } }, { type: 'buffer', bookType: 'xlsx' })
const again = read(file, { cellNF: true }).Sheets.Claims
cases.forEach(([format, stated], at) => {
  const { w, z } = again[utils.encode_cell({ r: 0, c: at })]
  console.log(`${z.padEnd(23)} ${w}`)
  if (z === format && w === stated) return
  console.error(`changed: was ${stated} by ${format}`)
  process.exitCode = 1
})
console.log(`CSV: ${utils.sheet_to_csv(again)}`)
JS
node run.mjs
