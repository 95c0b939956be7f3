#!/usr/bin/env bash
# chinese-days 1.5.7 answers isWorkday for a day of a year whose holidays it does not have by the day of the week alone, with no sign that
# it does not know: National Day and New Year of 2027 are working days, as May Day of 2003, before its table begins. The holidays of a year
# are announced in the autumn before; deadlines that run into the next year come out days too early, without an error, until the library is
# updated. getDayDetail tells the two apart only by its name, a weekday instead of a holiday.
# Seen with Node 20.20:
#   2026-10-01 false National Day,国庆节,3
#   2027-01-01 true Friday
#   2027-10-01 true Friday
#   2003-05-01 true Thursday
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund chinese-days@1.5.7 >/dev/null 2>&1
cat > run.mjs <<'JS'
import chineseDays from 'chinese-days'
const { getDayDetail, isWorkday } = chineseDays
const cases = [['2026-10-01', false, 'National Day,国庆节,3'], ['2027-01-01', true, 'Friday'], ['2027-10-01', true, 'Friday'],
  ['2003-05-01', true, 'Thursday']]
for (const [day, works, stated] of cases) {
  const { name } = getDayDetail(day)
  console.log(day, isWorkday(day), name)
  if (isWorkday(day) === works && name === stated) continue
  console.error(`changed: was ${works} ${stated}`)
  process.exitCode = 1
}
JS
node run.mjs
