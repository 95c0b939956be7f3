import { CheckCircleOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { Link } from 'react-router'
import type { ActionItemAnswer } from '#kernel/answers.ts'
import { useHttp } from '#shell/backend.ts'
import { Icon } from '#shell/layout/Icon.tsx'
import type { MenuEntry } from '#shell/layout/menu-tree.ts'
import { LayoutHold } from '#shell/parts/LayoutHold.tsx'
import { Page } from '#shell/parts/Page.tsx'
import { SectionTitle } from '#shell/parts/SectionTitle.tsx'
import { RowsSkeleton } from '#shell/parts/Skeletons.tsx'
import { useRoutes } from '#shell/routing/routes-context.ts'
import { reads, useRead } from '#shell/start/reads.ts'
import { ErrorState } from '#shell/states/StateView.tsx'
import { actionItemsPath } from '../permissions.ts'
import { isFinanceKey, sectionsOf, useFinanceText } from './overview.ts'
import './finance.css'

/** Finance overview: action items first, then sections of the modules and links to the pages that the user may open. */
export function FinancePage() {
  const { t } = useFinanceText()
  const menus = useRead(reads.menus)
  return (
    <Page title={t('title')}>
      <div className="oa-finance grid">
        <Suspense fallback={<RowsSkeleton rows={6} columns={['18%', '18%', '18%', '18%', '18%']} />}>
          <LayoutHold>
            <ActionItems />
            <OverviewSections />
            {sectionsOf(menus ?? []).map(({ key, entries }) => (
              <section key={key} aria-label={t(key)}>
                <SectionTitle>{t(key)}</SectionTitle>
                <ul className="oa-finance-pages">
                  {entries.map((entry) => (
                    <li key={entry.path}>
                      <Way entry={entry} />
                    </li>
                  ))}
                </ul>
              </section>
            ))}
          </LayoutHold>
        </Suspense>
      </div>
    </Page>
  )
}

/** Overview sections provided by other modules. */
function OverviewSections() {
  const { overview = [] } = useRoutes().config
  return overview.map(({ id, component: Section }) => <Section key={id} />)
}

/** Counts of open items, fetched again on every visit. */
function ActionItems() {
  const { t, label } = useFinanceText()
  const http = useHttp()
  const answer = useQuery({ queryKey: ['actionItems'],
    queryFn: () => http.get<readonly ActionItemAnswer[]>(actionItemsPath, {}, { quiet: true }), refetchOnMount: 'always' })
  if (answer.isError) return <ErrorState error={answer.error} onRetry={() => void answer.refetch()} />
  if (answer.data?.length === 0) return null
  return (
    <section aria-label={t('actionItems')}>
      <SectionTitle>{t('actionItems')}</SectionTitle>
      {!answer.data && <RowsSkeleton rows={1} columns={['30%', '30%', '30%']} />}
      {answer.data?.every(({ count }) => count === 0) && (
        <p className="oa-finance-calm second top-8">
          <CheckCircleOutlined aria-hidden /> {t('nothing')}
        </p>
      )}
      <ul className="oa-finance-action-items">
        {answer.data?.filter(({ count }) => count > 0).map((each) => (
          <li key={each.id}>
            <Link className="plain row on-orange round-8 orange gap-12" to={each.path}>
              <strong className="num bold">{each.count}</strong>
              <span>{label(each)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Way({ entry }: { entry: MenuEntry }) {
  const { t, label } = useFinanceText()
  const about = `about:${entry.path}`
  return (
    <Link className="plain at-start framed round-8 ink flex gap-10" to={entry.path}>
      <span className="oa-finance-icon">
        <Icon name={entry.icon} />
      </span>
      <span>
        <strong className="block medium">{label(entry)}</strong>
        {isFinanceKey(about) && <small className="muted block line-18">{t(about)}</small>}
      </span>
    </Link>
  )
}
