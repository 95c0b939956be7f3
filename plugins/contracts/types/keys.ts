/** The forms that approve contracts. */
export const contractTypes: readonly string[] = ['contractApproval', 'salesContractApproval', 'purchaseContract']
