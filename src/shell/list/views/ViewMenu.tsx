import { DownOutlined } from '@ant-design/icons'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { nameOf } from '#kernel/wording/names.ts'
import { useBackend } from '../../backend.ts'
import { useCommand } from '../../command/use-command.ts'
import { MenuButton, type MenuSection } from '../../floating/Floating.tsx'
import type { ListQuery } from '../query.ts'
import { useViewText } from './texts.ts'
import { addressOf, changeView, isChanged, keptQuery, type ListView, removeView, restoreView, useIsGone, useViews, type ViewColumns,
  viewsKey } from './views.ts'
import './views.css'

const ViewDialog = lazy(async () => ({ default: (await import('./ViewDialog.tsx')).ViewDialog }))

interface ViewMenuProps {
  readonly query: ListQuery
  /** The person's changes to the columns, if the list allows them. */
  readonly columns?: ViewColumns | null
  /** Hides the menu while there are no views and no filters to save. */
  readonly isQuiet?: boolean
}

/** Menu of the saved views of the list: selects one, or saves the current query as a new one. */
export function ViewMenu({ query, columns = null, isQuiet = false }: ViewMenuProps) {
  const views = useViews(useLocation().pathname)
  if (isQuiet && views?.length === 0 && keptQuery(query) === '') return null
  return views && <Views views={views} query={query} kept={{ query: keptQuery(query), columns }} />
}

interface ViewsProps {
  readonly views: readonly ListView[]
  readonly query: ListQuery
  readonly kept: Pick<ListView, 'query' | 'columns'>
}

function Views({ views, query, kept }: ViewsProps) {
  const { t } = useViewText()
  const { pathname: page } = useLocation()
  const [dialog, ask] = useState<ListView | 'new'>()
  const current = views.find(({ id }) => id === query.view)
  const changed = current !== undefined && isChanged(current, query)
  const name = current?.name ?? t('views')
  const sections = useSections({ page, views, current, changed, kept, ask })
  useLinkedView(page, query, { views, current })
  return (
    <>
      <MenuButton className="oa-view high-32 inline-row outlined round-6 gap-8" name={name} side="below-end" sections={sections}>
        <span className="cut">{name}</span>
        {changed && <em>{t('changed')}</em>}
        <DownOutlined aria-hidden />
      </MenuButton>
      {dialog && (
        <Suspense>
          <ViewDialog page={page} view={dialog === 'new' ? undefined : dialog} kept={kept} onClose={() => ask(undefined)} />
        </Suspense>
      )}
    </>
  )
}

/** Applies the view of an address that contains only a view id; notifies if that view no longer exists. */
function useLinkedView(page: string, query: ListQuery,
  { views, current }: { readonly views: readonly ListView[]; readonly current: ListView | undefined }) {
  const navigate = useNavigate()
  const { t } = useViewText()
  const { reactions } = useBackend()
  const [linked] = useState(query.view)
  const isGone = useIsGone(page, query.view === linked ? linked : undefined, views)
  useEffect(() => {
    if (!isGone) return
    reactions.notify({ kind: 'warning', text: t('gone') })
    const kept = keptQuery(query)
    void navigate(kept === '' ? page : `${page}?${kept}`, { replace: true })
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- runs once, when the view is known to be gone
  }, [isGone])
  const [isLinked] = useState(() => query.view !== undefined && keptQuery(query) === '')
  const target = isLinked && current !== undefined && current.query !== '' ? addressOf(page, current) : undefined
  useEffect(() => {
    if (target !== undefined) void navigate(target, { replace: true })
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- runs once, when the views are loaded: filters cleared later stay cleared
  }, [target])
}

interface ViewMenuContext {
  readonly page: string
  readonly views: readonly ListView[]
  readonly current: ListView | undefined
  readonly changed: boolean
  readonly kept: Pick<ListView, 'query' | 'columns'>
  ask(view: ListView | 'new'): void
}

function useSections({ page, views, current, changed, kept, ask }: ViewMenuContext): MenuSection[] {
  const { t, locale } = useViewText()
  const navigate = useNavigate()
  const { run } = useCommand({ touches: [viewsKey(page)] })
  const item = (view: ListView) => ({
    key: view.id,
    checked: view.id === current?.id,
    choose: () => void navigate(addressOf(page, view)),
    label: view.own ? view.name : t('by', { name: view.name, owner: nameOf(view.ownerName, locale) }),
  })
  const update = (view: ListView) =>
    run(changeView(page, view.id, { name: view.name, role: view.role, ...kept }), { success: t('saved', { name: view.name }) })
  const drop = (view: ListView) =>
    run(removeView(view.id), { success: t('removed', { name: view.name }), undo: () => void run(restoreView(view.id)), done: () =>
      void navigate(page) })
  const own = current?.own ? current : undefined
  return [
    { key: 'all', items: [{ key: 'all', label: t('all'), checked: current === undefined, choose: () => void navigate(page) }] },
    { key: 'own', name: t('own'), items: views.filter((view) => view.own).map(item) },
    { key: 'shared', name: t('shared'), items: views.filter((view) => !view.own).map(item) },
    {
      key: 'acts',
      items: [
        ...(own && changed ? [{ key: 'update', label: t('update', { name: own.name }), choose: () => void update(own) }] : []),
        { key: 'new', label: t('save'), choose: () => ask('new') },
        ...(own ?
          [
            { key: 'rename', label: t('rename'), choose: () => ask(own) },
            { key: 'remove', label: t('remove', { name: own.name }), choose: () => void drop(own) },
          ] :
          []),
      ],
    },
  ].filter(({ items }) => items.length > 0)
}
