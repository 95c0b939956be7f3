import { useEffect } from 'react'
import type { WritingHttp } from '#providers/http.ts'
import { useCommand } from '#shell/command/use-command.ts'
import type { UnitDetail, UnitNode } from '#plugins/system/unit-wire.ts'
import type { TreeMove } from '../tree/moves.ts'
import { path } from './calls.ts'
import { ImpactDialog } from './ImpactDialog.tsx'
import { MoveDialog } from './MoveDialog.tsx'
import { useOrganisationText } from './text.ts'
import type { UnitAct } from './UnitActions.tsx'
import { UnitDialog } from './UnitDialog.tsx'
import { unitQueries } from './unit-queries.ts'

/** A change that somebody set out to make. */
export type OrganisationChange =
  | { readonly act: 'add'; readonly parent: UnitNode | undefined }
  | { readonly act: 'drop'; readonly unit: UnitNode; readonly move: TreeMove }
  | { readonly act: UnitAct; readonly unit: UnitDetail }

interface DialogsProps {
  readonly change: OrganisationChange
  readonly tree: readonly UnitNode[]
  onChoose(id: string | undefined): void
  onClose(): void
}

/** The dialog of what somebody set out to do. */
export function OrganisationDialogs({ change, tree, onChoose, onClose }: DialogsProps) {
  if (change.act === 'add')
    return <UnitDialog parentId={change.parent?.id ?? null} parentType={change.parent?.type} onSaved={onChoose} onClose={onClose} />
  if (change.act === 'drop') return <MoveDialog tree={tree} unit={change.unit} move={change.move} onMoved={onChoose} onClose={onClose} />
  return <OfUnit act={change.act} unit={change.unit} tree={tree} onChoose={onChoose} onClose={onClose} />
}

interface OfUnitProps extends Omit<DialogsProps, 'change'> {
  readonly act: UnitAct
  readonly unit: UnitDetail
}

function OfUnit({ act, unit, tree, onChoose, onClose }: OfUnitProps) {
  const named = { id: unit.id, name: `${unit.nameCn}/${unit.nameEn}` }
  if (act === 'edit') return <UnitDialog unit={unit} onSaved={onChoose} onClose={onClose} />
  if (act === 'addBelow') return <UnitDialog parentId={unit.id} parentType={unit.type} onSaved={onChoose} onClose={onClose} />
  if (act === 'move') return <MoveDialog tree={tree} unit={named} onMoved={onChoose} onClose={onClose} />
  if (act === 'enable') return <Enabling id={unit.id} onDone={onClose} />
  return <Ending act={act} named={named} onRemoved={() => onChoose(undefined)} onClose={onClose} />
}

interface EndingProps {
  readonly act: 'disable' | 'remove'
  readonly named: { readonly id: string; readonly name: string }
  onRemoved(): void
  onClose(): void
}

/** A unit is disabled, or deleted where nothing is in it; what rests on it is shown before. */
function Ending({ act, named, onRemoved, onClose }: EndingProps) {
  const { t, name } = useOrganisationText()
  const end = (http: WritingHttp) =>
    act === 'disable'
      ? http.put(`${path}/${named.id}/enable`, { enable: false }, { quiet: true })
      : http.delete(`${path}/${named.id}`, {}, { quiet: true })
  return (
    <ImpactDialog title={t(act === 'disable' ? 'disableTitle' : 'removeTitle', { name: name(named.name) })} subject={{ unit: named.id }}
      verb={t(act)} isDangerous onDo={end} onDone={act === 'remove' ? onRemoved : undefined} onClose={onClose}
    >
      {act === 'remove' && <p className="oa-org-quiet">{t('removeText')}</p>}
    </ImpactDialog>
  )
}

/** Enabling is done without a question, since it loses nothing. */
function Enabling({ id, onDone }: { id: string; onDone(): void }) {
  const { run } = useCommand({ touches: unitQueries })
  useEffect(() => {
    void run((http) => http.put(`${path}/${id}/enable`, { enable: true })).finally(onDone)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- enabled once, when this is mounted
  }, [])
  return null
}
