import { useQuery } from '@tanstack/react-query'
import { Button, Drawer } from 'antd'
import { useState } from 'react'
import { nowOf } from '#kernel/values/dates.ts'
import { may } from '#providers/permissions.ts'
import { useHttp } from '#shell/backend.ts'
import { RowsSkeleton } from '#shell/parts/Skeletons.tsx'
import { Pill } from '#shell/parts/StatePill.tsx'
import { useIsMobile } from '#shell/parts/use-media.ts'
import { ErrorState } from '#shell/states/StateView.tsx'
import { can } from '../permissions.ts'
import type { FormContent, FormDesign } from '../wire.ts'
import { historyQuery, versionQuery } from './calls.ts'
import { Changes } from './Changes.tsx'
import { useDesignerText } from './texts.ts'

interface VersionsDrawerProps {
  readonly design: FormDesign
  readonly content: FormContent
  onRollback(version: number): void
  onClose(): void
}

/** Every publication with its reason; a version can be compared with the draft, and put in force again. */
export function VersionsDrawer({ design, content, onRollback, onClose }: VersionsDrawerProps) {
  const { t, name } = useDesignerText()
  const isMobile = useIsMobile()
  const answer = useQuery(historyQuery(useHttp(), design.id))
  const [compared, setCompared] = useState<string>()
  const history = answer.data
  return (
    <Drawer open title={t('versions')} width={isMobile ? '100%' : 560} onClose={onClose}>
      {answer.isError && <ErrorState error={answer.error} onRetry={() => void answer.refetch()} />}
      {!history && !answer.isError && <RowsSkeleton rows={3} columns={['40%', '40%']} />}
      {history?.length === 0 && <p className="oa-ff-quiet small">{t('neverPublished')}</p>}
      <ol className="oa-ff-versions">
        {history?.map(({ version, action, by, at, reason, hash }, index) => (
          <li className="line-bottom" key={hash}>
            <p className="oa-ff-rule-head row wrap gap-8">
              <strong>{t(`history.${action}`, { version })}</strong>
              {index === 0 && design.state === 'published' && <Pill tone="teal">{t('inForce')}</Pill>}
              <span className="grow" />
              <Button type="link" size="small" onClick={() => setCompared(compared === hash ? undefined : hash)}>
                {t(compared === hash ? 'hideChanges' : 'compareDraft')}
              </Button>
              {may(can.publish) && (version !== design.version || design.state === 'stopped') && (
                <Button type="link" size="small" onClick={() => onRollback(version)}>{t('act.rollback')}</Button>
              )}
            </p>
            <p>{reason}</p>
            <p className="oa-ff-quiet num small">{name(by)} · {nowOf(new Date(at)).slice(0, 16)}</p>
            {compared === hash && <Compared design={design} version={version} content={content} />}
          </li>
        ))}
      </ol>
    </Drawer>
  )
}

function Compared({ design, version, content }: { design: FormDesign; version: number; content: FormContent }) {
  const answer = useQuery(versionQuery(useHttp(), design.id, version))
  if (answer.isError) return <ErrorState error={answer.error} onRetry={() => void answer.refetch()} />
  return answer.data ? <Changes before={answer.data} after={content} /> : <RowsSkeleton rows={2} columns={['60%']} />
}
