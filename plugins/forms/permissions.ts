/** Rights on filed documents beyond adding, viewing and exporting them. */
export const can = {
  /** Switches items of a completed claim in and out of the budget. */
  changeItemStatus: 'changeItemStatus',
  /** Voids proposals, which the general right does not. */
  voidProposal: 'proposal_apply_abandoned',
} as const
