export const actionItemsPath = '/budgetservice/actionItems'
