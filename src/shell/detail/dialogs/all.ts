import { ForceEndDialog, JumpDialog, ReassignDialog, SkipDialog, VoidDialog } from './administer.tsx'
import { CancelCountersignDialog, CopyDialog, CountersignDialog, HardDialog, TransferDialog } from './involve.tsx'
import { EditDialog, RefuseDialog, RevokeDialog } from './endings.tsx'
import { PassDialog } from './pass/PassDialog.tsx'
import { ReturnDialog, ReturnToApplicantDialog } from './ReturnDialog.tsx'

/** The dialogs of all actions, one lazy chunk that is loaded when a document's page is idle. */
export const dialogs = { HardDialog, CountersignDialog, TransferDialog, CancelCountersignDialog, CopyDialog, ReturnToApplicantDialog,
  VoidDialog, RevokeDialog, EditDialog, RefuseDialog, ReturnDialog, PassDialog, ReassignDialog, SkipDialog, JumpDialog,
  ForceEndDialog } as const
