#!/usr/bin/env bash
# date-holidays 3.37.0 gives four days of China as public holidays that are half a day off for some people only (全国年节及纪念日放假办法,
# article 3): women, the young, children, soldiers. They have the same type and rule as National Day, so that whoever counts working days by
# isHoliday takes Women's Day for everybody's holiday. The days that the revision of 2024 added since 2025, the third day after the lunar New
# Year's Eve and 2 May, are missing.
# Seen with Node 20.20, for 2026:
#   2026-03-08 public 国际妇女节
#   2026-05-04 public 青年节
#   2026-06-01 public 六一儿童节
#   2026-08-01 public 建军节
#   2026-10-01 public 国庆节
#   2026-05-02 none
#   2026-02-19 none
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund date-holidays@3.37.0 >/dev/null 2>&1
cat > run.mjs <<'JS'
import Holidays from 'date-holidays'
const china = new Holidays('CN')
const cases = [['2026-03-08', 'public 国际妇女节'], ['2026-05-04', 'public 青年节'], ['2026-06-01', 'public 六一儿童节'],
  ['2026-08-01', 'public 建军节'], ['2026-10-01', 'public 国庆节'], ['2026-05-02', 'none'], ['2026-02-19', 'none']]
const days = new Map(china.getHolidays(2026).map(({ date, type, name }) => [date.slice(0, 10), `${type} ${name}`]))
for (const [day, stated] of cases) {
  const found = days.get(day) ?? 'none'
  console.log(day, found)
  if (found === stated) continue
  console.error(`changed: was ${stated}`)
  process.exitCode = 1
}
JS
node run.mjs
