#!/usr/bin/env bash
# nzh 1.0.14 ends an amount of whole yuan in capitals with 整 only where it is given without decimals. "100000" becomes 壹拾万元整, the same
# amount as "100000.00", as a database writes a numeric(12, 2), becomes 壹拾万元. The rules for filling in bills (支付结算办法, annex 1)
# demand 整 or 正 after an amount that ends with yuan, so that nothing can be written behind it; a cheque without it is refused.
# What is below a fen is cut off, not rounded: 1.995 becomes 壹元玖角玖分.
# Seen with Node 20.20:
#   100000     壹拾万元整
#   100000.00  壹拾万元
#   0.50       伍角
#   1.995      壹元玖角玖分
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund nzh@1.0.14 >/dev/null 2>&1
cat > run.mjs <<'JS'
import Nzh from 'nzh'
const cases = [['100000', '壹拾万元整'], ['100000.00', '壹拾万元'], ['0.50', '伍角'], ['1.995', '壹元玖角玖分']]
for (const [amount, stated] of cases) {
  const capitals = Nzh.cn.toMoney(amount, { outSymbol: false })
  console.log(`${amount.padEnd(10)} ${capitals}`)
  if (capitals === stated) continue
  console.error(`changed: was ${stated}`)
  process.exitCode = 1
}
JS
node run.mjs
