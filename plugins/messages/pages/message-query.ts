import { type MessageQuery, type MessageTab, messageTabs } from '#shell/messages/messages.ts'
import type { ListQuery } from '#shell/list/query.ts'

/** The tab that an address names, or the first. */
export const tabOf = ({ filters }: Pick<ListQuery, 'filters'>): MessageTab =>
  messageTabs.find(({ name }) => name === filters['tab']) ?? messageTabs[0]

/** The parameters of an address that name a tab; the first needs none. */
export const addressOf = ({ name }: MessageTab): Record<string, string> => (name === messageTabs[0].name ? {} : { tab: name })

/** The address of the message centre as its call takes it. */
export function messageQuery(query: ListQuery): MessageQuery {
  const { unread, kind, keyword, dates } = query.filters
  return {
    messageType: tabOf(query).types,
    current: query.current,
    size: query.size,
    ...(unread === '1' && { read: false }),
    ...(kind && { kinds: kind.split(',') }),
    ...(keyword && { keyword }),
    ...rangeOf(dates),
  }
}

function rangeOf(dates = ''): Pick<MessageQuery, 'dateRange'> {
  const [from = '', to = ''] = dates.split(',')
  return from !== '' && to !== '' ? { dateRange: [from, to] } : {}
}
