#!/usr/bin/env bash
# @refinedev/simple-rest 6.0.1 asks for equality where it does not know an operator of refine: gt, lt, between, null, ncontains, nin and
# others, without a warning (`or` and `and` throw). Over 5000 asks for exactly 5000, and a list without the refused and the withdrawn asks
# for just these. refine's type CrudOperators offers them all, whatever the provider; the list shows the wrong claims and looks right.
# Seen with Node 20.20:
#   amount gte 5000                   amount_gte=5000
#   amount gt 5000                    amount=5000
#   amount between 100,200            amount=100&amount=200
#   state nin refused,withdrawn       state=refused&state=withdrawn
#   title ncontains draft             title=draft
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --legacy-peer-deps @refinedev/simple-rest@6.0.1 >/dev/null 2>&1
cat > run.mjs <<'JS'
import dataProvider from '@refinedev/simple-rest'
let asked = ''
const client = { get: async (url) => {
  asked = url.slice(url.indexOf('?') + 1)
  return { data: [], headers: { 'x-total-count': '0' } }
} }
const provider = dataProvider('https://example.com', client)
const cases = [
  ['amount', 'gte', 5000, 'amount_gte=5000'],
  ['amount', 'gt', 5000, 'amount=5000'],
  ['amount', 'between', [100, 200], 'amount=100&amount=200'],
  ['state', 'nin', ['refused', 'withdrawn'], 'state=refused&state=withdrawn'],
  ['title', 'ncontains', 'draft', 'title=draft'],
]
for (const [field, operator, value, stated] of cases) {
  await provider.getList({ resource: 'claims', pagination: { mode: 'off' }, filters: [{ field, operator, value }] })
  console.log(`${`${field} ${operator} ${value}`.padEnd(33)} ${asked}`)
  if (asked === stated) continue
  console.error(`changed: was ${stated}`)
  process.exitCode = 1
}
JS
node run.mjs
