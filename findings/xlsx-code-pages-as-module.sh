#!/usr/bin/env bash
# @e965/xlsx 0.20.3: a workbook of Excel 5/95 whose code page is 936 (GBK) is read right by `require`, and as Latin-1 without a warning by
# `import`: the module build loads no tables of code pages. `set_cptable(await import('@e965/xlsx/dist/cpexcel.full.mjs'))` mends it.
# Seen with Node 20.20:
#   require:            部门
#   import:             ²¿ÃÅ
#   import with tables: 部门
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund @e965/xlsx@0.20.3 >/dev/null 2>&1
cat > run.mjs <<'JS'
import { createRequire } from 'node:module'
import * as asModule from '@e965/xlsx'
const asScript = createRequire(import.meta.url)('@e965/xlsx')

/** A workbook stream of BIFF5: globals with CODEPAGE 936 and one sheet, then the sheet with one LABEL in GBK. */
function workbook() {
  const record = (type, ...bytes) => [type & 255, type >> 8, bytes.length & 255, bytes.length >> 8, ...bytes]
  const u16 = (value) => [value & 255, value >> 8]
  const name = [...Buffer.from('A')]
  const globals = (offset) => [...record(0x0809, ...u16(0x0500), ...u16(5), 0, 0, 0, 0), ...record(0x0042, ...u16(936)),
    ...record(0x0085, ...u16(offset), 0, 0, 0, 0, name.length, ...name), ...record(0x000a)]
  const text = [0xb2, 0xbf, 0xc3, 0xc5]
  const sheet = [...record(0x0809, ...u16(0x0500), ...u16(0x0010), 0, 0, 0, 0), ...record(0x0200, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0),
    ...record(0x0204, 0, 0, 0, 0, 0, 0, ...u16(text.length), ...text), ...record(0x000a)]
  const container = asScript.CFB.utils.cfb_new()
  asScript.CFB.utils.cfb_add(container, '/Book', Buffer.from([...globals(globals(0).length), ...sheet]))
  return asScript.CFB.write(container, { type: 'buffer' })
}
const file = workbook()
const text = (library) => library.read(file, { type: 'buffer' }).Sheets.A.A1.v
const [script, bare] = [text(asScript), text(asModule)]
asModule.set_cptable(await import('@e965/xlsx/dist/cpexcel.full.mjs'))
const mended = text(asModule)
console.log(`require:            ${script}\nimport:             ${bare}\nimport with tables: ${mended}`)
if (script !== '部门' || bare !== '²¿ÃÅ' || mended !== '部门') process.exit(1)
JS
node run.mjs
