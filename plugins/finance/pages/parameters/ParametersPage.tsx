import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { may } from '#providers/permissions.ts'
import { useHttp } from '#shell/backend.ts'
import { Page } from '#shell/parts/Page.tsx'
import { RowsSkeleton } from '#shell/parts/Skeletons.tsx'
import { ErrorState } from '#shell/states/ErrorState.tsx'
import { StateView } from '#shell/states/StateView.tsx'
import { type DialogParameters, ParameterDialog } from './ParameterDialog.tsx'
import { ParameterSection } from './ParameterSection.tsx'
import { canParameter } from '#plugins/finance/permissions.ts'
import { parametersQuery } from './parameters.ts'
import { useParameterText } from './text.ts'
import './parameters.css'

/** The limits and standards of rules, flows and fields, as finance sets them. */
export function ParametersPage() {
  const { t } = useParameterText()
  const answer = useQuery(parametersQuery(useHttp()))
  const [edited, setEdited] = useState<DialogParameters>()
  return (
    <Page title={t('title')} isRead={!may(canParameter.edit)} footer={<span className="oa-figure-note">{t('note')}</span>}>
      {answer.isError && <ErrorState error={answer.error} onRetry={() => void answer.refetch()} />}
      {answer.isPending && <RowsSkeleton columns={['40%', '12%', '30%']} />}
      {answer.data?.length === 0 && <StateView illustration="empty" title={t('empty')} role="status" />}
      <Suspense fallback={<RowsSkeleton columns={['40%', '12%', '30%']} />}>
        {answer.data?.map((group) => <ParameterSection key={group.key} group={group} onEdit={setEdited} />)}
        {edited && <ParameterDialog edited={edited} onClose={() => setEdited(undefined)} />}
      </Suspense>
    </Page>
  )
}
