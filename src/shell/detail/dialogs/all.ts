import { ForceEndDialog, JumpDialog, ReassignDialog, SkipDialog, VoidDialog } from './administer.tsx'
import { CopyDialog } from './CopyDialog.tsx'
import { CancelCountersignDialog, CountersignDialog } from './CountersignDialog.tsx'
import { EditDialog, RefuseDialog, RevokeDialog } from './endings.tsx'
import { HardDialog } from './HardDialog.tsx'
import { PassDialog } from './pass/PassDialog.tsx'
import { ReturnDialog, ReturnToApplicantDialog } from './ReturnDialog.tsx'
import { TransferDialog } from './TransferDialog.tsx'

/** The dialogs of all actions, one lazy chunk that is loaded when a document's page is idle. */
export const dialogs = { HardDialog, CountersignDialog, TransferDialog, CancelCountersignDialog, CopyDialog, ReturnToApplicantDialog,
  VoidDialog, RevokeDialog, EditDialog, RefuseDialog, ReturnDialog, PassDialog, ReassignDialog, SkipDialog, JumpDialog,
  ForceEndDialog } as const
