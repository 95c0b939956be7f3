import type cn from './cn.ts'

export default {
  'statistics.period': 'Choose a period of up to five years',
  'statistics.withheld': 'Your role doesn’t show the fields that this is counted by',
  'statistics.refreshing': 'A recount is already running. Try again later',
  'statistics.tooManyReports': 'You can have at most {most} scheduled reports',
  'statistics.recipients': 'Choose at least one recipient',
  'statistics.noSuchReport': 'This scheduled report no longer exists',
  'statistics.noSuchView': 'Choose a view of statistics that you can export',
  'statistics.readerMayNot': '{name} can’t open this page or export it. Remove them',
  'statistics.readerGone': '{name} is deactivated. Remove them',
} satisfies Record<keyof typeof cn, string>
