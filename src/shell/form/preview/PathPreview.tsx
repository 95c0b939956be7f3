import { UserAddOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { Suspense, useState } from 'react'
import type { PathNode } from '#approval/wire/path.ts'
import { useUsualText } from '#shell/detail/progress/usual.ts'
import { Person } from '#shell/parts/Person.tsx'
import { RowsSkeleton } from '#shell/parts/Skeletons.tsx'
import { lazyPage } from '#shell/routing/chunks.ts'
import { reads, useRead } from '#shell/start/reads.ts'
import { usePart, useStore } from '../store/use-store.ts'
import { useFormText } from '../text.ts'
import { awaitedField } from './awaited-field.ts'
import { NodeLine } from './NodeLine.tsx'
import { PathTime } from './PathTime.tsx'
import type { Preview } from './use-calculation.ts'
import './path.css'

const ChoosePeople = lazyPage(async () => (await import('./ChoosePeople.tsx')).ChoosePeople)

const load = () => void ChoosePeople.load().catch(() => undefined)

/** The approvers of what is entered now, and why; asked again while the form changes. */
export function PathPreview({ preview }: { preview: Preview }) {
  const { t } = useFormText()
  const { nodes, isAsking, failure } = preview
  const isOld = isAsking && nodes !== undefined
  return (
    <div className={isOld ? 'oa-path is-asking' : 'oa-path'} aria-busy={isAsking}>
      <div className="oa-path-title">
        <h2>{t('path')}</h2>
        <span role="status">{t(isAsking ? 'pathAsking' : 'pathNote')}</span>
      </div>
      {failure !== undefined && <p className="oa-step-wrong" role="alert">{failure || t('pathFailed')}</p>}
      {nodes ? <Nodes nodes={nodes} preview={preview} /> : failure === undefined && <RowsSkeleton rows={6} columns={['80%']} />}
    </div>
  )
}

function Nodes({ nodes, preview: { news, choices, choose } }: { nodes: readonly PathNode[]; preview: Preview }) {
  const { t } = useFormText()
  const store = useStore()
  const [chosen, setChosen] = useState<PathNode>()
  const usual = useUsualText(store.form.key)
  const isUnfilled = usePart((store) => store.allProblems().some(({ level, code }) => level === 'block' && code.startsWith('field.')))
  return (
    <>
      <PathTime nodes={nodes} businessType={store.form.key} />
      <ol className="oa-steps">
        <StartLine />
        {nodes.filter(({ state }) => state !== 'skipped').map((node) => (
          <NodeLine key={node.nodeId} node={node} news={news} tone="coming" usual={usual(node.nodeId)}
            awaits={isUnfilled ? (awaitedField(store.form, store.value, node.nodeId) ?? 'form') : undefined}
          >
            {node.selectUser && (
              <Button size="small" icon={<UserAddOutlined />} onPointerEnter={load} onFocus={load} onClick={() => setChosen(node)}>
                {t('choosePeople')}
              </Button>
            )}
          </NodeLine>
        ))}
      </ol>
      <Suspense>
        {chosen && (
          <ChoosePeople node={chosen} chosen={choices[chosen.nodeId] ?? chosen.userList.map(({ id }) => id)} onClose={() =>
            setChosen(undefined)} onChoose={(people) => choose(chosen.nodeId, people)} />
        )}
      </Suspense>
    </>
  )
}

function StartLine() {
  const { t } = useFormText()
  const user = useRead(reads.user)
  return (
    <li className="oa-step">
      <span className="oa-step-dot" data-tone="now" aria-hidden />
      <div className="oa-step-head">{t('start')}</div>
      {user && (
        <div className="oa-step-people">
          <Person id={user.id} name={user.name} />
        </div>
      )}
      <div className="oa-step-why">{t('self')}</div>
    </li>
  )
}
