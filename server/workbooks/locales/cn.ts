export default {
  'workbooks.file': '导入文件须为xls或xlsx且不超过500 KB',
  'workbooks.notAWorkbook': '导入文件须为xls或xlsx且不超过500 KB',
  'workbooks.webPage': '文件内容是网页，只是名称为表格；请用 Excel 打开后另存为 xlsx 再导入',
  'workbooks.xmlSpreadsheet': '文件是 Excel 2003 的 XML 表格；请用 Excel 打开后另存为 xlsx 再导入',
  'workbooks.openDocument': '文件是 OpenDocument 表格（fods）；请打开后另存为 xlsx 再导入',
  'workbooks.plainText': '文件内容是纯文本（如 CSV），只是名称为表格；请用 Excel 打开后另存为 xlsx 再导入',
  'workbooks.password': '文件设有密码，请取消密码后再导入',
  'workbooks.damaged': '文件已损坏或不是 Excel 保存的，请用 Excel 打开后另存为 xlsx 再导入',
  'workbooks.tooLargeInside': '文件解压后过大，请复制需要的行到新的模板文件再导入',
  'workbooks.noVisibleSheet': '文件中没有可见的工作表',
  'workbooks.busy': '正在读取的文件较多，请稍后重试',
  'workbooks.tooManyRows': '请缩小范围',
}
