#!/usr/bin/env bash
# scimmy 1.3.5 reads the SCIM filter `not (A or B)` as `not A or not B`, and `not (A and B)` as `not A and not B`. RFC 7644, 3.4.2.2, has
# `not` turn round what the group in its brackets says. A directory that is asked for everybody but contractors and interns answers with
# everybody, contractors and interns included; what is then given by that list (rights, allowances, a seat in a flow) is given to them too.
# Seen with Node 20.20, expected by the standard in brackets:
#   not (userType eq "Contractor" or userType eq "Intern")     li wang zhao [li]
#   not (userType eq "Contractor" and active eq false)         li [li wang zhao]
#   userType ne "Contractor" and userType ne "Intern"          li [li]
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund scimmy@1.3.5 >/dev/null 2>&1
cat > run.mjs <<'JS'
import SCIMMY from 'scimmy'
const users = [
  { userName: 'li', userType: 'Employee', active: true },
  { userName: 'wang', userType: 'Contractor', active: true },
  { userName: 'zhao', userType: 'Intern', active: false },
]
const found = (filter) => new SCIMMY.Types.Filter(filter).match(users).map(({ userName }) => userName).join(' ')
const cases = [
  ['not (userType eq "Contractor" or userType eq "Intern")', 'li wang zhao', 'li'],
  ['not (userType eq "Contractor" and active eq false)', 'li', 'li wang zhao'],
  ['userType ne "Contractor" and userType ne "Intern"', 'li', 'li'],
]
for (const [filter, stated, expected] of cases) {
  const seen = found(filter)
  console.log(`${filter.padEnd(58)} ${seen} [${expected}]`)
  if (seen === stated) continue
  console.error(`changed: was ${stated}`)
  process.exitCode = 1
}
JS
node run.mjs
