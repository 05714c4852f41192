module orphan-audit/conformance/sdk

go 1.26

require github.com/kakaoenterprise/kc-sdk-go v1.3.0
