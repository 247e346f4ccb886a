// Uses the client that OpenAPI Generator makes for Go: reads the catalog, submits a job and is refused one. Prints JSON.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"

	"kiln"
)

func fail(err error) {
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}

func main() {
	ctx := context.WithValue(context.Background(), kiln.ContextAccessToken, os.Getenv("KILN_KEY"))
	settings := kiln.NewConfiguration()
	settings.Servers[0].URL = os.Getenv("KILN_URL")
	client := kiln.NewAPIClient(settings)

	catalog, _, err := client.ModelsApi.ModelsList(ctx).Kind("image").Execute()
	if err != nil {
		fail(err)
	}
	mostImages := float32(0)
	for _, model := range catalog.Models {
		able, isImage := model.Capabilities.CapabilitiesInterface.(*kiln.ImageCapabilities)
		if model.Id == "mock-image" && isImage {
			mostImages = able.MaxImages
		}
	}

	params := kiln.NewImageParams("image", "A kiln at night", "1:1", 1)
	request := kiln.NewGenerationCreateParams("mock-image", kiln.GenerationParams{GenerationParamsInterface: params})
	made, _, err := client.GenerationsApi.GenerationCreate(ctx).GenerationCreateParams(*request).Execute()
	if err != nil {
		fail(err)
	}
	read, _, err := client.GenerationsApi.GenerationGet(ctx, made.Job.Id).Execute()
	if err != nil {
		fail(err)
	}
	sent := read.Job.Params.JobParamsInterface.(*kiln.ImageJobParams)

	request.Model = "no-such-model"
	_, response, err := client.GenerationsApi.GenerationCreate(ctx).GenerationCreateParams(*request).Execute()
	refused, isRefusal := err.(kiln.GenericOpenAPIError)
	if !isRefusal {
		fail(fmt.Errorf("no refusal but %v", err))
	}
	envelope := refused.Model().(kiln.Error)

	told, err := json.Marshal(map[string]interface{}{
		"id":         read.Job.Id,
		"prompt":     sent.Prompt,
		"mostImages": mostImages,
		"status":     response.StatusCode,
		"code":       envelope.Error.Code,
	})
	if err != nil {
		fail(err)
	}
	fmt.Println(string(told))
}
