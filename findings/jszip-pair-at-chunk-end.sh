#!/usr/bin/env bash
# JSZip 3.10.1 encodes a text that is added as a string in pieces of 16,384 UTF-16 units. A character outside the basic plane that lies
# across the end of a piece, such as the CJK characters of extension B that occur in names, is written as two replacement characters. The
# same text given as bytes is whole. Packages built on JSZip (Word and Excel writers) pass their XML as strings.
# Seen with Node 20.20:
#   as a string: 1 character lost, read back as U+FFFD U+FFFD
#   as bytes:    0 characters lost
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund jszip@3.10.1 >/dev/null 2>&1
cat > run.mjs <<'JS'
import JSZip from 'jszip'
const text = `${'x'.repeat(16_383)}\u{20BB7}`
const readBack = async (content) => {
  const bytes = await new JSZip().file('a', content).generateAsync({ type: 'uint8array' })
  return (await JSZip.loadAsync(bytes)).file('a').async('string')
}
const lost = (again) => [...again].filter((each) => each === '\uFFFD').length
const asString = await readBack(text)
const asBytes = await readBack(new TextEncoder().encode(text))
const codes = [...asString.slice(16_383)].map((each) => `U+${each.codePointAt(0).toString(16).toUpperCase()}`).join(' ')
console.log(`as a string: ${asString === text ? 0 : 1} character lost, read back as ${codes}`)
console.log(`as bytes:    ${asBytes === text ? 0 : 1} characters lost`)
if (lost(asString) !== 2 || asBytes !== text) process.exit(1)
JS
node run.mjs
