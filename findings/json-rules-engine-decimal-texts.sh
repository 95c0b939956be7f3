#!/usr/bin/env bash
# json-rules-engine 7.3.1: the numeric operators (docs/rules.md, "Numeric operators") let a decimal text pass as a number, then compare two
# texts by their characters. Whoever keeps money as decimal text in the claim and in the rule sends 900.00 to the director for being over
# 5000.00, and lets 10000.00 through. If only one side is a text, the comparison is by number, so that tests with a number see nothing.
# Seen with Node 20.20:
#   "900.00" greaterThan "5000.00":   true
#   "10000.00" greaterThan "5000.00": false
#   "10000.00" greaterThan 5000:      true
#   "abc" greaterThan "5000.00":      false (refused as no number)
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund json-rules-engine@7.3.1 >/dev/null 2>&1
cat > run.mjs <<'JS'
import { Engine } from 'json-rules-engine'
async function over(amount, value) {
  const engine = new Engine()
  engine.addRule({ conditions: { all: [{ fact: 'amount', operator: 'greaterThan', value }] }, event: { type: 'director' } })
  return (await engine.run({ amount })).events.length === 1
}
const small = await over('900.00', '5000.00')
const large = await over('10000.00', '5000.00')
const mixed = await over('10000.00', 5000)
const word = await over('abc', '5000.00')
console.log(`"900.00" greaterThan "5000.00":   ${small}\n"10000.00" greaterThan "5000.00": ${large}`)
console.log(`"10000.00" greaterThan 5000:      ${mixed}\n"abc" greaterThan "5000.00":      ${word} (refused as no number)`)
if (small && !large && mixed && !word) process.exit(0)
console.error('changed: decimal texts are no longer compared by their characters')
process.exit(1)
JS
node run.mjs
