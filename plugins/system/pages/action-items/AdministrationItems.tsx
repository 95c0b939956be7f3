import { CheckCircleOutlined, RightOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { administerPermission } from '#approval/administrator.ts'
import { definePartText } from '#fields/text.ts'
import type { ActionItemAnswer } from '#kernel/answers.ts'
import { administrationItemsPath, anySystem } from '#plugins/system/permissions.ts'
import { may } from '#providers/permissions.ts'
import { useHttp } from '#shell/backend.ts'
import { SectionTitle } from '#shell/parts/SectionTitle.tsx'
import { RowsSkeleton } from '#shell/parts/Skeletons.tsx'
import { ErrorState } from '#shell/states/StateView.tsx'
import { cn, en } from './texts.ts'
import './action-items.css'

const useItemText = definePartText<keyof typeof cn>({ cn, en })

/** Action items for administrators, failures first; hidden for others. */
export const AdministrationItems = () => (may(anySystem) ? <Items /> : null)

function Items() {
  const { t, label } = useItemText()
  const http = useHttp()
  const answer = useQuery({ queryKey: ['administrationItems'],
    queryFn: () => http.get<readonly ActionItemAnswer[]>(administrationItemsPath, {}, { quiet: true }), refetchInterval: 60_000 })
  const flows = useFlowFindings()
  const open = [...(answer.data ?? []).filter(({ count }) => count > 0), ...flows]
    .toSorted((one, other) => Number(other.isFailure) - Number(one.isFailure))
  return (
    <section aria-label={t('title')}>
      <SectionTitle count={open.length > 0 ? open.length : undefined}>{t('title')}</SectionTitle>
      {answer.isError && <ErrorState error={answer.error} onRetry={() => void answer.refetch()} />}
      {answer.isPending && <RowsSkeleton rows={3} columns={['8%', '60%', '12%']} />}
      {answer.data && open.length === 0 && (
        <p className="oa-admin-calm line-top second">
          <CheckCircleOutlined aria-hidden /> {t('calm')}
        </p>
      )}
      <ul className="oa-admin-items line-top">
        {open.map(({ id, count, path, isFailure, ...words }) => (
          <li key={id}>
            <Link className="plain row line-bottom gap-12" to={path}>
              <i className={isFailure ? 'is-failure' : undefined} aria-hidden />
              <span>
                <strong className="num">{count}</strong> {label(words)}
              </span>
              <span className="accent nowrap">
                {t('open')} <RightOutlined aria-hidden />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Action item for findings in published flows, for workflow administrators. */
function useFlowFindings(): readonly ActionItemAnswer[] {
  const http = useHttp()
  const { data } = useQuery({ queryKey: ['flowFindings'], enabled: may(administerPermission), staleTime: 300_000,
    queryFn: () => http.get<{ readonly total: number }>('/workflow/def/health', { size: 1 }, { quiet: true }) })
  const total = data?.total ?? 0
  const key = total === 1 ? 'flows_one' : 'flows_other'
  return total > 0 ? [{ id: 'flows', cn: cn[key], en: en[key], path: '/approval-manage?show=flows', count: total, isFailure: false }] : []
}
