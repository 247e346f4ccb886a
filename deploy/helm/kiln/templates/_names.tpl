{{- define "kiln.name" -}}
{{- if contains .Chart.Name .Release.Name }}{{ .Release.Name | trunc 30 | trimSuffix "-" }}
{{- else }}{{ printf "%s-%s" .Release.Name .Chart.Name | trunc 30 | trimSuffix "-" }}{{ end -}}
{{- end }}

{{- define "kiln.labels" -}}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{ include "kiln.selector" . }}
{{- end }}

{{- define "kiln.selector" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "kiln.secret" -}}
{{- if .Values.existingSecret }}{{ .Values.existingSecret }}
{{- else }}{{ include "kiln.name" . }}-secrets{{ end -}}
{{- end }}

{{- define "kiln.serviceAccount" -}}
{{- if .Values.serviceAccount.create }}{{ .Values.serviceAccount.name | default (include "kiln.name" .) }}
{{- else }}{{ .Values.serviceAccount.name | default "default" }}{{ end -}}
{{- end }}

{{- /* The text of a value: Helm reads numbers as floats, and 1000000 would be 1e+06. */}}
{{- define "kiln.text" -}}
{{- if and (kindIs "float64" .) (eq (floor .) .) }}{{ int64 . }}{{ else }}{{ toString . }}{{ end -}}
{{- end }}
