import { CheckOutlined, DeleteOutlined } from '@ant-design/icons'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { Fragment, type KeyboardEvent, Suspense, useCallback, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { todayOf } from '#kernel/values/dates.ts'
import { useHttp } from '#shell/backend.ts'
import { useDialogs } from '#shell/dialogs/dialogs-context.tsx'
import { useMessageCounts } from '#shell/layout/badges.ts'
import { useKeys } from '#shell/keys.ts'
import { listed, ListPage } from '#shell/list/ListPage.tsx'
import { useListQuery } from '#shell/list/use-list-query.ts'
import { dayOf, type Message, type MessageQuery, messagesQuery, type MessageTab, messageTabs, settingsPath, unreadOf,
  useMessageActions } from '#shell/messages/messages.ts'
import { useMessagesText } from '#shell/messages/texts.ts'
import { useMedia } from '#shell/parts/use-media.ts'
import { useKnows, useRoutes } from '#shell/routing/routes-context.ts'
import type { ListQuery } from '#shell/list/query.ts'
import { useSwipe } from '#shell/documents/phone/use-swipe.ts'
import { type Anchor, Menu } from '#shell/floating/Floating.tsx'
import { MessageSentence, MessageSign } from '#shell/messages/MessageSentence.tsx'
import '#shell/list/list-tabs.css'
import { Filters } from './Filters.tsx'
import { useCentreText } from './texts.ts'
import { Preview } from './Preview.tsx'
import './messages-page.css'

/** Parameters kept when the filters are reset. */
const keptByReset = ['tab']
const filterNames = ['unread', 'kind', 'keyword', 'dates']

/** Message centre: tabs by type, with a preview of the selected message on wide screens. */
export function MessageCentrePage() {
  const { t } = useMessagesText()
  const centre = useCentreText()
  const list = useListQuery(filterNames, keptByReset)
  const actions = useMessageActions()
  const hasRoom = useMedia('(min-width: 1180px)')
  const answer = useQuery({ ...messagesQuery(useHttp(), messageQuery(list.query)), placeholderData: keepPreviousData })
  const [chosen, setChosen] = useState<Message>()
  const remove = useRemoval(actions, () => setChosen(undefined))
  const choose = useCallback((message: Message) => {
    if (!hasRoom) return actions.open(message)
    setChosen(message)
    actions.read(message)
  }, [hasRoom, actions])
  const tab = tabOf(list.query)
  const records = answer.data?.records
  const known = shownOf(records, chosen)
  const goOn = (decided: Message) => {
    const next = records && nextOf(records, decided)
    if (next) choose(next)
  }
  const step = (by: 1 | -1) => {
    const next = known && records?.[records.findIndex(({ id }) => id === known.id) + by]
    if (next) choose(next)
  }
  useKeys(hasRoom && known ? { Enter: () => actions.open(known), j: () => step(1), k: () => step(-1) } : {})

  return (
    <ListPage title={t('title')} actions={<Ways onReadAll={() => void actions.readAll()} />} list={list} answer={listed(answer)}
      skeleton={{ columns: ['46%', 70] }} empty={{ title: centre.t('none'), text: centre.t('noneText') }}
      noMatch={{ title: centre.t('noneFound') }} head={
      <>
        <Tabs tab={tab} onChange={() => setChosen(undefined)} />
        <Filters key={tab.name} tab={tab} values={list.query.filters} onFilter={list.filter} />
      </>
    } below={!hasRoom && answer.data && <Sections />} rail={hasRoom
      ? { name: centre.t('preview'), width: 404,
        content: <MessagePanel message={known} onDecided={goOn} onOpen={actions.open} onRemove={remove} /> }
      : undefined}
    >
      {(messages, isRefreshing) => (
        <MessageList messages={messages} today={todayOf(new Date(answer.dataUpdatedAt))} chosen={hasRoom ? known?.id : undefined}
          isRefreshing={isRefreshing} onChoose={choose} onOpen={actions.open} onRemove={remove} />
      )}
    </ListPage>
  )
}

/** The previewed message in its current version: the selected one, or the first, which is not marked as read. */
const shownOf = (records: readonly Message[] = [], chosen: Message | undefined): Message | undefined =>
  records.find(({ id }) => id === chosen?.id) ?? chosen ?? records[0]

/** The next message about a document other than the decided one. */
const nextOf = (records: readonly Message[], decided: Message): Message | undefined =>
  records.slice(records.findIndex(({ id }) => id === decided.id) + 1).find(({ procInstId }) => procInstId !== decided.procInstId)

function Ways({ onReadAll }: { onReadAll(): void }) {
  const { t } = useMessagesText()
  const navigate = useNavigate()
  const knows = useKnows()
  const counts = useMessageCounts()
  return (
    <>
      <Button type="text" icon={<CheckOutlined aria-hidden />} disabled={unreadOf(counts) === 0} onClick={onReadAll}>{t('readAll')}</Button>
      {knows(settingsPath) && <Button onClick={() => void navigate(settingsPath)}>{t('settings')}</Button>}
    </>
  )
}

function Tabs({ tab, onChange }: { tab: MessageTab; onChange(): void }) {
  const { t } = useMessagesText()
  const counts = useMessageCounts()
  return (
    <nav className="oa-list-tabs line-bottom flex rigid scroll-x" aria-label={t('tabs')}>
      {messageTabs.map((each) => {
        const unread = counts?.[each.name] ?? 0
        return (
          <Link className="second nowrap" key={each.name} to={`?${new URLSearchParams(addressOf(each))}`}
            aria-current={each.name === tab.name ? 'page' : undefined} onClick={onChange}
          >
            {t(each.name)}
            {unread > 0 && <span className="num">{unread}</span>}
          </Link>
        )
      })}
    </nav>
  )
}

/** Deletes a message after a confirmation. */
function useRemoval(actions: ReturnType<typeof useMessageActions>, onRemoved: () => void): (message: Message) => void {
  const { t } = useCentreText()
  const dialogs = useDialogs()
  return (message) =>
    void dialogs().then((ask) =>
      void ask.confirm({
        title: t('removeTitle'),
        content: t('removeText'),
        okText: t('remove'),
        cancelText: t('keep'),
        okButtonProps: { danger: true },
        autoFocusButton: 'cancel',
        onOk: () => actions.remove(message).then((isGone) => isGone && onRemoved()),
      })
    )
}

/** Tab named in the URL; defaults to the first. */
export const tabOf = ({ filters }: Pick<ListQuery, 'filters'>): MessageTab =>
  messageTabs.find(({ name }) => name === filters['tab']) ?? messageTabs[0]

/** URL parameters of a tab; none for the first. */
export const addressOf = ({ name }: MessageTab): Record<string, string> => (name === messageTabs[0].name ? {} : { tab: name })

/** Converts the URL's filters to the request of the message list. */
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

interface MessagePanelProps {
  readonly message: Message | undefined
  onDecided(message: Message): void
  onOpen(message: Message): void
  onRemove(message: Message): void
}

/** Side panel: preview of the message, with sections of other modules below it. */
function MessagePanel({ message, onDecided, onOpen, onRemove }: MessagePanelProps) {
  const { t } = useCentreText()
  return (
    <>
      {message
        ? <Preview key={message.id} message={message} onDecided={() => onDecided(message)} onOpen={onOpen} onRemove={onRemove} />
        : <p className="oa-message-choose third">{t('choose')}</p>}
      <Sections />
    </>
  )
}

/** Sections of other modules, each with its own Suspense boundary. */
function Sections() {
  const { messageCentre = [] } = useRoutes().config
  return (
    <div className="oa-message-sections grid">
      {messageCentre.map(({ id, component: Section }) => (
        <Suspense key={id}>
          <Section />
        </Suspense>
      ))}
    </div>
  )
}

interface MessageListProps {
  readonly messages: readonly Message[]
  /** Date of the response, yyyy-MM-dd. */
  readonly today: string
  readonly chosen: string | undefined
  readonly isRefreshing: boolean
  onChoose(message: Message): void
  onOpen(message: Message): void
  onRemove(message: Message): void
}

const days = ['today', 'yesterday', 'earlier'] as const

/** Messages grouped by day, newest first. Arrow keys move between them, Enter opens the message's document or page. */
function MessageList({ messages, today, chosen, isRefreshing, onChoose, onOpen, onRemove }: MessageListProps) {
  const { t } = useCentreText()
  const groups = days.map((day) => [day, messages.filter(({ createTime }) => dayOf(createTime, today) === day)] as const)
  return (
    <div className={isRefreshing ? 'oa-message-list oa-refreshing' : 'oa-message-list'} aria-busy={isRefreshing} onKeyDown={walk}>
      {groups.filter(([, own]) => own.length > 0).map(([day, own]) => (
        <Fragment key={day}>
          <h2>{t(day)}</h2>
          <ul aria-label={t(day)}>
            {own.map((message) => (
              <Line key={message.id} message={message} isChosen={message.id === chosen} isToday={day !== 'earlier'} onChoose={onChoose}
                onOpen={onOpen} onRemove={onRemove} />
            ))}
          </ul>
        </Fragment>
      ))}
    </div>
  )
}

interface LineProps extends Pick<MessageListProps, 'onChoose' | 'onOpen' | 'onRemove'> {
  readonly message: Message
  readonly isChosen: boolean
  /** True for today and yesterday, where the time is shown instead of the date. */
  readonly isToday: boolean
}

/** Message line; a long press on a touch screen opens its menu. */
function Line(props: LineProps) {
  const { message, isChosen, onRemove } = props
  const { t } = useCentreText()
  const [held, setHeld] = useState<Anchor>()
  const { handlers } = useSwipe({ onPressed: (line) => setHeld(line.getBoundingClientRect()) })
  return (
    <>
      <li className={isChosen ? 'is-chosen' : undefined} data-unread={!message.read || undefined} {...handlers}>
        <MessageLine {...props} />
        <button type="button" className="plain oa-message-remove round-6 third absolute text-centre" aria-label={t('remove')}
          data-tip={t('remove')} onClick={() => onRemove(message)}
        >
          <DeleteOutlined aria-hidden />
        </button>
      </li>
      {held && <Choices {...props} anchor={held} onClose={() => setHeld(undefined)} />}
    </>
  )
}

function MessageLine({ message, isChosen, isToday, onChoose, onOpen }: LineProps) {
  const { t } = useMessagesText()
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    onOpen(message)
  }
  return (
    <button type="button" className="plain oa-message row gap-12 wide" aria-current={isChosen || undefined}
      onClick={() => onChoose(message)} onDoubleClick={() => onOpen(message)} onKeyDown={press}
    >
      <span className={message.read ? 'oa-unread is-read circle rigid' : 'oa-unread circle rigid'}>
        {!message.read && <span className="unseen">{t('unread')}</span>}
      </span>
      <MessageSign message={message} />
      <MessageSentence message={message} />
      <time className="num third rigid" dateTime={message.createTime}>
        {isToday ? message.createTime.slice(11, 16) : message.createTime.slice(5, 10)}
      </time>
    </button>
  )
}

function Choices({ message, anchor, onOpen, onRemove, onClose }: LineProps & { readonly anchor: Anchor; onClose(): void }) {
  const { t } = useCentreText()
  const items = [
    { key: 'open', label: t(message.procInstId === null ? 'openPage' : 'open'), choose: () => onOpen(message) },
    { key: 'remove', label: t('remove'), choose: () => onRemove(message) },
  ]
  return <Menu anchor={anchor} side="below-end" name={t('more')} sections={[{ key: 'message', items }]} onClose={onClose} />
}

function walk(event: KeyboardEvent<HTMLElement>) {
  const step = event.key === 'ArrowDown' || event.key === 'j' ? 1 : event.key === 'ArrowUp' || event.key === 'k' ? -1 : 0
  if (step === 0) return
  const lines = [...event.currentTarget.querySelectorAll<HTMLElement>('.oa-message')]
  const next = lines[lines.indexOf(document.activeElement as HTMLElement) + step]
  if (!next) return
  event.preventDefault()
  next.focus()
  next.click()
}
