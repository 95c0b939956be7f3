#!/usr/bin/env bash
# scim2-parse-filter 0.2.10 leaves an escaped letter of a filter's value as it is written. The value is a JSON string (RFC 7644, 3.4.2.2),
# in which a client may write any letter as \uXXXX, and clients that send ASCII only write Chinese names so. The directory is then searched
# for a name with a backslash, and answers that nobody has it. An escaped quotation mark is read.
# Seen with Node 20.20:
#   displayName eq "\u5f20\u654f"  \u5f20\u654f
#   displayName eq "张敏"            张敏
#   displayName eq "a\"b"           a"b
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund scim2-parse-filter@0.2.10 >/dev/null 2>&1
cat > run.mjs <<'JS'
import { parse } from 'scim2-parse-filter'
const cases = [['"\\u5f20\\u654f"', '\\u5f20\\u654f'], ['"张敏"', '张敏'], ['"a\\"b"', 'a"b']]
for (const [value, stated] of cases) {
  const { compValue } = parse(`displayName eq ${value}`)
  console.log(`displayName eq ${value}  ${compValue}`)
  if (compValue === stated) continue
  console.error(`changed: was ${stated}`)
  process.exitCode = 1
}
JS
node run.mjs
