{{- define "office.labels" -}}
app.kubernetes.io/name: office-automation
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "office.name" -}}
{{ .Release.Name | trunc 40 | trimSuffix "-" }}-office
{{- end -}}
