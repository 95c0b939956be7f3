import type { Action } from '../types.ts'
import type { ActionDefinition } from './action.ts'
import { forceEnd, jump, reassign, skip } from './administer.ts'
import { cancelCountersign } from './cancel-countersign.ts'
import { comeBack } from './come-back.ts'
import { comment } from './comment.ts'
import { copy } from './copy.ts'
import { countersign } from './countersign.ts'
import { edit } from './initiator/edit.ts'
import { hardToDecide } from './hard-to-decide.ts'
import { move } from '../move/move.ts'
import { pass } from './pass.ts'
import { refuse } from './refuse.ts'
import { reassignOrphaned } from './reassign-orphaned.ts'
import { resubmit } from './initiator/resubmit.ts'
import { returnTo } from './return.ts'
import { revoke } from './initiator/revoke.ts'
import { submit } from './initiator/submit.ts'
import { timeOut } from './time-out.ts'
import { transfer } from './transfer.ts'
import { urge } from './initiator/urge.ts'
import { voidDocument } from './void.ts'

/** Every action by its name. */
export const actions: { readonly [A in Action]: ActionDefinition<A> } = {
  submit,
  pass,
  refuse,
  hardToDecide,
  return: returnTo,
  countersign,
  cancelCountersign,
  transfer,
  revoke,
  edit,
  resubmit,
  void: voidDocument,
  urge,
  comment,
  copy,
  reassign,
  skip,
  jump,
  forceEnd,
  replace: reassignOrphaned,
  move,
  timeOut,
  comeBack,
}
