/** The node at which documents are paid. */
export const paymentNode = 'cashier'
