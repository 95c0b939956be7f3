import { CheckOutlined } from '@ant-design/icons'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useCallback, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { todayOf } from '#kernel/values/dates.ts'
import { useHttp } from '#shell/backend.ts'
import { useDialogs } from '#shell/dialogs/dialogs-context.tsx'
import { useMessageCounts } from '#shell/layout/badges.ts'
import { useKeys } from '#shell/keys.ts'
import { listed, ListPage } from '#shell/list/ListPage.tsx'
import { useListQuery } from '#shell/list/use-list-query.ts'
import { messagesQuery, messageTabs, unreadOf, type Message, type MessageTab } from '#shell/messages/messages.ts'
import { settingsPath } from '#shell/messages/settings-path.ts'
import { useMessagesText } from '#shell/messages/text.ts'
import { useMessageActions } from '#shell/messages/use-messages.ts'
import { useMedia } from '#shell/parts/use-media.ts'
import { useKnows } from '#shell/routing/routes-context.ts'
import { Filters } from './Filters.tsx'
import { MessageList } from './MessageList.tsx'
import { MessagePanel, Sections } from './MessagePanel.tsx'
import { useCentreText } from './text.ts'
import { addressOf, tabOf, messageQuery } from './message-query.ts'
import '#shell/list/list-tabs.css'
import './messages-page.css'

/** The tab is no filter. */
const keptByReset = ['tab']
const filterNames = ['unread', 'kind', 'keyword', 'dates']

/** The messages of a person by kind; the document of the chosen one is shown beside the list. */
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

/** The chosen message as it is now; without one the first is shown, which does not read it. */
const shownOf = (records: readonly Message[] = [], chosen: Message | undefined): Message | undefined =>
  records.find(({ id }) => id === chosen?.id) ?? chosen ?? records[0]

/** The next message about something else than what was just decided. */
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
    <nav className="oa-list-tabs" aria-label={t('tabs')}>
      {messageTabs.map((each) => {
        const unread = counts?.[each.name] ?? 0
        return (
          <Link key={each.name} to={`?${new URLSearchParams(addressOf(each))}`} aria-current={each.name === tab.name ? 'page' : undefined}
            onClick={onChange}
          >
            {t(each.name)}
            {unread > 0 && <span className="num">{unread}</span>}
          </Link>
        )
      })}
    </nav>
  )
}

/** Asks before a message goes for good. */
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
