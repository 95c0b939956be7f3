import { CheckOutlined } from '@ant-design/icons'
import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query'
import { Button } from 'antd'
import { useCallback, useState, type ReactNode } from 'react'
import { Link, useNavigate } from 'react-router'
import { todayOf } from '#kernel/values/dates.ts'
import { useHttp } from '#shell/backend.ts'
import { useDialogs } from '#shell/dialogs/dialogs-context.tsx'
import { useMessageCounts } from '#shell/layout/badges.ts'
import { ListFooter } from '#shell/list/ListFooter.tsx'
import { useListQuery } from '#shell/list/use-list-query.ts'
import { messagesQuery, messageTabs, unreadOf, type Message, type MessageTab } from '#shell/messages/messages.ts'
import { settingsPath } from '#shell/messages/settings-path.ts'
import { useMessagesText } from '#shell/messages/text.ts'
import { useMessageActions } from '#shell/messages/use-messages.ts'
import { Page } from '#shell/parts/Page.tsx'
import { RowsSkeleton } from '#shell/parts/Skeletons.tsx'
import { useMedia } from '#shell/parts/use-media.ts'
import { useKnows } from '#shell/routing/routes-context.ts'
import { ErrorState } from '#shell/states/ErrorState.tsx'
import { Filters } from './Filters.tsx'
import { MessageList } from './MessageList.tsx'
import { NoMessages } from './NoMessages.tsx'
import { MessagePanel, Sections } from './MessagePanel.tsx'
import { useCentreText } from './text.ts'
import { addressOf, tabOf, wantedBy } from './wanted.ts'
import '../../../src/shell/list/list-tabs.css'
import './messages-page.css'

/** Everything that the person was told, by kind; a chosen message shows its document beside the list. */
export function MessageCentrePage() {
  const { t } = useMessagesText()
  const centre = useCentreText()
  const list = useListQuery()
  const actions = useMessageActions()
  const hasRoom = useMedia('(min-width: 1180px)')
  const answer = useQuery({ ...messagesQuery(useHttp(), wantedBy(list.query)), placeholderData: keepPreviousData })
  const [chosen, setChosen] = useState<Message>()
  const remove = useRemoval(actions, () => setChosen(undefined))
  const choose = useCallback((message: Message) => {
    if (!hasRoom) return actions.open(message)
    setChosen(message)
    actions.read(message).catch(() => undefined)
  }, [hasRoom, actions])
  const tab = tabOf(list.query)
  const records = answer.data?.records
  const known = shownOf(records, chosen)
  const goOn = (decided: Message) => {
    const next = records && nextOf(records, decided)
    if (next) choose(next)
  }
  const total = answer.data?.total ?? 0

  return (
    <Page
      title={t('title')}
      actions={<Ways onReadAll={() => void actions.readAll().catch(() => undefined)} />}
      head={
        <>
          <Tabs tab={tab} onChange={() => setChosen(undefined)} />
          <Filters key={tab.name} tab={tab} values={list.query.filters} onFilter={list.filter} />
        </>
      }
      rail={hasRoom ? { name: centre.t('preview'), width: 404, content: <MessagePanel message={known} onDecided={goOn} onOpen={actions.open} onRemove={remove} /> } : undefined}
      footer={total > 0 ? <ListFooter total={total} query={list.query} onTurn={list.turn} /> : undefined}
    >
      <Messages answer={answer} hasFilters={Object.keys(list.query.filters).some((name) => name !== 'tab')} onReset={() => list.filter(addressOf(tab))}>
        {(messages) => (
          <MessageList messages={messages} today={todayOf(new Date(answer.dataUpdatedAt))} chosen={known?.id} isRefreshing={answer.isPlaceholderData} onChoose={choose}
            onOpen={actions.open} onRemove={remove} />
        )}
      </Messages>
      {!hasRoom && <Sections />}
    </Page>
  )
}

/** The chosen message as it is now; without one the first is shown, which does not read it. */
const shownOf = (records: readonly Message[] = [], chosen: Message | undefined): Message | undefined => records.find(({ id }) => id === chosen?.id) ?? chosen ?? records[0]

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
      <Button type="text" icon={<CheckOutlined />} disabled={unreadOf(counts) === 0} onClick={onReadAll}>{t('readAll')}</Button>
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
          <Link key={each.name} to={`?${new URLSearchParams(addressOf(each))}`} aria-current={each.name === tab.name ? 'page' : undefined} onClick={onChange}>
            {t(each.name)}
            {unread > 0 && <span className="num">{unread}</span>}
          </Link>
        )
      })}
    </nav>
  )
}

interface MessagesProps {
  readonly answer: UseQueryResult<{ readonly records: readonly Message[] }>
  readonly hasFilters: boolean
  onReset(): void
  children(messages: readonly Message[]): ReactNode
}

function Messages({ answer, hasFilters, onReset, children }: MessagesProps) {
  if (answer.isError) return <ErrorState error={answer.error} onRetry={() => void answer.refetch()} />
  if (!answer.data) return <RowsSkeleton rows={8} columns={['46%', 70]} />
  return answer.data.records.length === 0 ? <NoMessages hasFilters={hasFilters} onReset={onReset} /> : children(answer.data.records)
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
        onOk: () => actions.remove(message).then(onRemoved, () => undefined),
      })
    )
}
