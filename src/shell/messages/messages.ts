import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useNavigate } from 'react-router'
import type { MessageType } from '#kernel/plugin.ts'
import { nameOf } from '#kernel/wording/names.ts'
import type { Locale } from '#kernel/wording/label.ts'
import type { Http } from '#providers/http.ts'
import { titleLinesOf } from '../documents/title.ts'
import type { MessageCounts } from '../start/answers.ts'
import { useBackgroundCall, useCommand } from '../command/use-command.ts'
import { useDocumentLink } from '../documents/use-document-link.ts'
import { countsKey, messageCentre } from '../layout/badges.ts'

/** A message to the person. */
export interface Message {
  readonly id: string
  readonly messageType: MessageType
  /** Kind of the message, e.g. `arrived` or `returned`. */
  readonly kind: string
  /** Icon of a kind that a module declares. */
  readonly icon?: string | null
  readonly title: string
  readonly enTitle: string
  readonly content: string
  readonly enContent: string
  /** Of its document; null for a message without one. */
  readonly procInstId: string | null
  readonly businessNo: string | null
  readonly businessType: string | null
  readonly documentTitle: string | null
  readonly documentTitleEn: string | null
  /** Subject of the document, if its form has one and the person may see it. */
  readonly subject?: string | null
  readonly subjectEn?: string | null
  readonly processName: string
  readonly processNameEn: string
  readonly params: { readonly actorId?: string; readonly actorName?: string; readonly initiatorId: string | null;
    readonly urlPage: string | null }
  /** yyyy-MM-dd HH:mm:ss */
  readonly createTime: string
  readonly read: boolean
}

/** A tab of the messages. Messages of journeys are in the tab of approvals. */
export interface MessageTab {
  readonly name: 'approve' | 'cc' | 'comment' | 'commentAt'
  readonly types: readonly MessageType[]
}

export const messageTabs = [
  { name: 'approve', types: ['APPROVE', 'JOURNEY'] },
  { name: 'cc', types: ['CC'] },
  { name: 'comment', types: ['COMMENT'] },
  { name: 'commentAt', types: ['COMMENT_AT'] },
] as const satisfies readonly MessageTab[]

export const messagesKey = ['messages'] as const

/** The query of a list of messages; both dates are inclusive. */
export interface MessageQuery {
  readonly messageType: readonly MessageType[]
  readonly kinds?: readonly string[]
  readonly read?: boolean
  readonly keyword?: string
  readonly dateRange?: readonly [string, string]
  readonly current: number
  readonly size: number
}

/** The query for a page of messages, latest first. */
export const messagesQuery = (http: Http, query: MessageQuery) =>
  queryOptions({
    queryKey: [...messagesKey, query],
    queryFn: ({ signal }) =>
      http.query<{ readonly records: readonly Message[]; readonly total: number }>('/oaserver/messages/page', query, { signal,
        quiet: true }),
  })

/** Number of unread messages. */
export const unreadOf = (
  counts: MessageCounts | undefined,
): number => (counts ? counts.approve + counts.cc + counts.comment + counts.commentAt : 0)

/** The parts of a message in one language; the sentence omits the document number, which is displayed separately. */
export function partsOf(message: Message, locale: Locale) {
  const { title, content, process } = (locale === 'en' ? english : chinese)(message)
  const { businessNo, params: { actorName } } = message
  const number = locale === 'en' ? ` (${businessNo})` : `（${businessNo}）`
  return { title, sentence: content.replace(number, ''), actor: actorName === undefined ? undefined : nameOf(actorName, locale),
    subject: calledIn(message, locale), process }
}

/** Name of the document in lists; undefined for a message without one. */
const calledIn = ({ documentTitle: title, documentTitleEn: titleEn, subject, subjectEn, processName }: Message, locale: Locale):
  | string
  | undefined => title === null ? undefined : titleLinesOf({ title, titleEn, subject, subjectEn, processName }, { locale }).first

const chinese = ({ title, content, processName: process }: Message) => ({ title, content, process })

const english = ({ enTitle: title, enContent: content, processNameEn: process }: Message) => ({ title, content, process })

const minute = 60_000

/** Converts a time of the company (UTC+8) to a timestamp. */
const instantOf = (time: string) => new Date(`${time.replace(' ', 'T')}+08:00`).getTime()

/** The elapsed time in whole minutes, hours or days; times in the future are `now`. */
export function agoOf(time: string, now: number): { readonly unit: 'now' | 'minutes' | 'hours' | 'days'; readonly n: number } {
  const minutes = Math.floor((now - instantOf(time)) / minute)
  if (minutes < 1) return { unit: 'now', n: 0 }
  if (minutes < 60) return { unit: 'minutes', n: minutes }
  return minutes < 1_440 ? { unit: 'hours', n: Math.floor(minutes / 60) } : { unit: 'days', n: Math.floor(minutes / 1_440) }
}

/** Returns the group of a message by day. `today` is a date of the company, yyyy-MM-dd. */
export function dayOf(time: string, today: string): 'today' | 'yesterday' | 'earlier' {
  const day = time.slice(0, 10)
  if (day >= today) return 'today'
  const before = new Date(Date.parse(`${today}T00:00:00Z`) - 1_440 * minute).toISOString().slice(0, 10)
  return day === before ? 'yesterday' : 'earlier'
}

/** The page with the person's notification settings. */
export const settingsPath = '/profile'

/** The address that a message opens: its document, its own address, or the message centre. */
export function useMessageLink(): (message: Message) => string {
  const link = useDocumentLink()
  return ({ procInstId, businessType, params: { urlPage } }) => {
    if (procInstId !== null && businessType !== null) return link({ procInstId, businessType, routeName: '' })
    return urlPage !== null && /^\/?[a-z]/i.test(urlPage) ? `/${urlPage.replace(/^\//, '')}` : messageCentre
  }
}

/** Actions on messages; counts and lists are updated afterwards. */
export function useMessageActions() {
  const inBackground = useBackgroundCall()
  const { run } = useCommand()
  const client = useQueryClient()
  const navigate = useNavigate()
  const link = useMessageLink()
  return useMemo(() => {
    const follow = (counts?: MessageCounts) => {
      if (counts) client.setQueryData([...countsKey, 'messages'], counts)
      else void client.invalidateQueries({ queryKey: [...countsKey, 'messages'] })
      void client.invalidateQueries({ queryKey: messagesKey })
    }
    const read = (message: Message) => {
      if (message.read) return
      void inBackground(async (http) => {
        try {
          follow(await http.post<MessageCounts>(`/oaserver/message/${message.id}/read`, {}, { quiet: true }))
        } catch {
          follow()
        }
      })
    }
    return {
      read,
      /** Opens the document of a message; it is marked as read in the background. */
      open(message: Message) {
        read(message)
        // the document may be open in an older state
        if (message.procInstId !== null) void client.invalidateQueries({ queryKey: ['document', message.businessType, message.procInstId] })
        void navigate(link(message))
      },
      readAll: () => run((http) => http.get('/oaserver/message/readAll'), () => follow()),
      /** Returns whether it was removed. */
      remove: (message: Message) => run((http) => http.delete<MessageCounts>(`/oaserver/message/${message.id}`), follow),
    }
  }, [inBackground, run, client, navigate, link])
}
